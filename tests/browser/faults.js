/* What is wrong with the looks of a page: one function for every page, size and language.
 *
 * Nothing scrolls sideways; no text is cut off, sticks out of its button, card or window, or lies over other text; what
 * stands side by side in a bar does not overlap; nothing that is pressed is too small for a finger; no key of the
 * catalogue and no empty placeholder is on the page. */
() => {
	const EDGE = 2;
	const faults = [];
	const modal = [...document.querySelectorAll("dialog[open], [aria-modal=true]")].at(-1);
	const root = modal ?? document.body;
	const name = (element) => {
		const path = [];
		for (let at = element; at && at !== document.body && path.length < 3; at = at.parentElement)
			path.unshift(at.tagName.toLowerCase() + [...at.classList].filter((c) => !c.startsWith("svelte-")).map((c) => `.${c}`).join(""));
		return path.join(" > ");
	};
	const shorten = (text) => `“${text.replace(/\s+/g, " ").trim().slice(0, 60)}”`;
	// Only for ears, and so is what is in it.
	const isClipped = (element) =>
		element !== null && (getComputedStyle(element).clipPath === "inset(50%)" || isClipped(element.parentElement));
	const isShown = (element) =>
		element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
		!element.closest(".hidden, .skip, option, [inert]") &&
		getComputedStyle(element).clipPath === "none" &&
		!isClipped(element);
	// Names can be of any length, and what happened last is told in full one press away: there dots are meant.
	const isShortened = (element) =>
		element.closest(".ticker") !== null ||
		(element.closest(".name, .who") !== null && (innerWidth < 600 || (element.textContent ?? "").length > 12));
	const say = (fault, element, text = "") => faults.push(`${fault}: ${name(element)} ${text && shorten(text)}`);

	const { scrollWidth, clientWidth } = document.documentElement; // a scroll bar takes its room
	if (scrollWidth > clientWidth + 1) faults.push(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`);

	// -- keys and placeholders, also where only ears find them
	const KEY = /\b(?:web|xq|ve|ws|option|bot|piece|game|end|ev|why|server|rules?|heading|study|guess|lessons?|coach|hint|aim|talk|board|gallery)_[a-z0-9]\w*|\{\w+\}/;
	// The number of a rule, and an option as programs write it.
	const CODE = /\b(?:XQ|VE)-R?\d+|\b[a-z_]+=\w+/;
	const GLUED = /\p{Ll}[.!?…]\p{Lu}\S*/u;
	const words = [document.title, document.body.innerText];
	for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
		for (const attribute of ["aria-label", "title", "placeholder", "alt"]) words.push(element.getAttribute(attribute) ?? "");
	for (const text of words) {
		const key = KEY.exec(text);
		if (key) faults.push(`a key instead of words: ${key[0]} in ${shorten(text)}`);
		const code = CODE.exec(text);
		if (code) faults.push(`a code nobody asked for: ${code[0]} in ${shorten(text)}`);
		const glued = GLUED.exec(text);
		if (glued) faults.push(`no space between two sentences: ${glued[0]}`);
	}

	// -- text
	const lines = [];
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const node = walker.currentNode;
		const parent = node.parentElement;
		if (!node.data.trim() || !parent || parent.closest("svg, script, style, textarea, select") || !isShown(parent)) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		const boxes = [...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
		if (!boxes.length) continue;
		if (boxes.length > 2 * node.data.trim().split(/\s+/).length + 3) say("broken into letters", parent, node.data);
		const frames = [];
		let isScrolled = false;
		let isPinned = false;
		let isGone = false;
		let fault = "";
		for (let at = parent; at && at !== document.documentElement; at = at.parentElement) {
			const style = getComputedStyle(at);
			const frame = at.getBoundingClientRect();
			const isOut = (box, x, y) =>
				(x && (box.left < frame.left - EDGE || box.right > frame.right + EDGE)) ||
				(y && (box.top < frame.top - EDGE * 2 || box.bottom > frame.bottom + EDGE * 2));
			if (/auto|scroll/.test(style.overflowX + style.overflowY) && at !== document.body) {
				// What scrolls may be out of sight; but a bit too high is no reason to scroll, where there is room at all.
				// Lists of what happened grow, and scroll sooner or later.
				const over = at.scrollHeight - at.clientHeight;
				if (!at.matches(".list") && innerWidth > 320 && over > EDGE && over < 24 && boxes.some((box) => box.bottom > frame.bottom + EDGE && box.top < frame.bottom)) fault ||= "cut off";
				isScrolled = true;
				frames.push(frame);
				if (boxes.every((box) => box.bottom < frame.top || box.top > frame.bottom || box.right < frame.left || box.left > frame.right)) isGone = true;
			} else if (!isScrolled) {
				const hidesX = /hidden|clip/.test(style.overflowX);
				const hidesY = /hidden|clip/.test(style.overflowY);
				if (isShortened(at)) isScrolled ||= hidesX;
				else if (boxes.some((box) => isOut(box, hidesX, hidesY))) fault ||= "cut off";
				else if (hidesX && at === parent && at.scrollWidth > at.clientWidth + 1) fault ||= "cut off";
				if (at.matches("button, .button, [role=button], a.button, .card, li, td, th, label, dialog, legend, h1, h2, h3")) {
					if (style.display !== "inline" && !isPinned && boxes.some((box) => isOut(box, true, true))) fault ||= `sticks out of ${name(at)}`;
				}
			}
			// Badges are pinned to corners, half outside.
			isPinned ||= style.position === "absolute";
			if (style.position === "fixed") break;
		}
		if (isGone) continue;
		if (!isScrolled && boxes.some((box) => box.left < -EDGE || box.right > innerWidth + EDGE)) fault ||= "sticks out of the window";
		if (fault) say(fault, parent, node.data);
		// A line that is scrolled out of its frame lies over nothing.
		const isIn = (box) => frames.every((frame) => box.top + box.height / 2 > frame.top && box.bottom - box.height / 2 < frame.bottom);
		if (!isShortened(parent)) for (const box of boxes.filter(isIn)) lines.push({ box, parent, node, text: node.data });
	}

	// -- what is chosen in a list; its arrow needs room, too
	const pen = document.createElement("canvas").getContext("2d");
	for (const list of root.querySelectorAll("select")) {
		if (!isShown(list)) continue;
		const style = getComputedStyle(list);
		const text = list.selectedOptions[0]?.textContent ?? "";
		pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
		const room = list.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - 16;
		if (pen.measureText(text).width > room) say("cut off", list, text);
	}

	// -- text over text; the outer quarters of a line are only space
	const isOn = ({ box }, ...parents) => {
		const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
		return hit !== null && parents.some((parent) => parent.contains(hit) || hit.contains(parent));
	};
	// What sticks to an edge, or lies on a layer of its own, has things pass below it.
	const floats = (element) => {
		for (let at = element; at; at = at.parentElement) {
			const { position, zIndex } = getComputedStyle(at);
			if (/sticky|fixed/.test(position) || (position === "absolute" && zIndex !== "auto")) return at;
		}
		return null;
	};
	const seen = lines.filter(({ box }) => box.bottom > 0 && box.top < innerHeight);
	for (const [index, one] of seen.entries())
		for (const other of seen.slice(index + 1)) {
			const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
			const down =
				Math.min(one.box.bottom - one.box.height / 4, other.box.bottom - other.box.height / 4) -
				Math.max(one.box.top + one.box.height / 4, other.box.top + other.box.height / 4);
			if (one.node !== other.node && across > 3 && down > 2 && floats(one.parent) === floats(other.parent) && isOn(one, one.parent, other.parent) && isOn(other, one.parent, other.parent)) say(`lies over ${shorten(other.text)}`, one.parent, one.text);
		}

	// -- side by side
	for (const bar of root.querySelectorAll("header, nav, .row, .tools, .buttons, .deeds, .bar, .ways, .tabs, .counts, [role=toolbar]")) {
		if (!isShown(bar)) continue;
		const items = [...bar.children].filter((item) => isShown(item) && !/absolute|fixed/.test(getComputedStyle(item).position));
		for (const [index, one] of items.entries())
			for (const other of items.slice(index + 1)) {
				const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
				const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
				const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
				if (across > EDGE && down > EDGE) say(`overlaps ${name(other)}`, one);
			}
	}

	// -- fingers
	for (const item of root.querySelectorAll("button, a.button, select, input:not([type=hidden]), summary, nav a")) {
		if (!isShown(item) || item.matches("[tabindex='-1']")) continue;
		const { width, height } = (item.matches("[type=radio], [type=checkbox]") ? (item.closest("label") ?? item) : item).getBoundingClientRect();
		if (Math.min(width, height) < 24) say(`only ${Math.round(width)}×${Math.round(height)} to press`, item, item.textContent ?? "");
	}
	return [...new Set(faults)];
}
