import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import XeQueoTable from "../../src/games/xequeo/XeQueoTable.svelte";
import { settings } from "../../src/settings.svelte";
import type { Person, XeQueoView } from "../../src/wire";
import { choose, lay, viewOf } from "./views";

const PEOPLE: Person[] = ["Anna", "Bruno"].map((name, seat) => ({
	seat,
	name,
	title: null,
	kind: "person",
	bot: "",
	is_taken: true,
	is_here: true,
	device: "",
}));

interface Shown {
	canAct?: boolean;
	isShared?: boolean;
	before?: XeQueoView | null;
}

let close: (() => void) | null = null;

function show(view: XeQueoView, { canAct = true, isShared = false, before = null }: Shown = {}) {
	close?.();
	const onmove = vi.fn(async (_move: string) => {});
	const props = { view, before, step: [], people: PEOPLE, canAct, isShared, onmove };
	const table = mount(XeQueoTable, { target: document.body, props });
	flushSync();
	close = () => {
		void unmount(table);
		document.body.replaceChildren();
	};
	return onmove;
}

function click(selector: string): void {
	const found = document.querySelector<HTMLElement>(selector);
	if (!found) throw new Error(`no ${selector}`);
	found.click();
	flushSync();
}

const point = (square: string): string => `[data-square="${square}"]`;
const active = (): (string | undefined)[] =>
	[...document.querySelectorAll<HTMLElement>(".points .active")].map((each) => each.dataset.square);
const mode = (): string | undefined => document.querySelector<HTMLElement>(".xequeo")?.dataset.mode;

beforeEach(() => {
	vi.stubGlobal(
		"fetch",
		vi.fn(() => Promise.reject(new Error("no server here"))),
	);
	settings.set({ motion: "none", sound: false });
});

afterEach(() => {
	close?.();
	close = null;
	vi.unstubAllGlobals();
});

describe("at one's own screen", () => {
	it("moves a piece by two presses", () => {
		const onmove = show(viewOf());
		click(point("b3"));
		expect(mode()).toBe("piece");
		expect(active()).toContain("c3");
		click(point("c3"));
		expect(onmove).toHaveBeenCalledExactlyOnceWith("Wc3");
	});

	it("offers nothing that is not legal", () => {
		show(viewOf());
		expect(active()).toEqual(["b3"]);
	});

	it("offers nothing to who only watches", () => {
		show(viewOf(), { canAct: false });
		expect(active()).toEqual([]);
		expect(document.querySelector(".buttons")?.children).toHaveLength(0);
	});

	it("calls only after a question", () => {
		const onmove = show(viewOf());
		click(".buttons .cry");
		click(point("e6"));
		expect(onmove).not.toHaveBeenCalled();
		click(".buttons .cry");
		expect(onmove).toHaveBeenCalledExactlyOnceWith("R!");
	});

	it("lays the ring", () => {
		const view = viewOf({ phase: "ring", ring: null, choices: [null, null], reach: [lay("a7")], legal: ["@a7"] });
		const onmove = show(view);
		click(point("a7"));
		expect(onmove).toHaveBeenCalledExactlyOnceWith("@a7");
	});

	it("warns before somebody else's piece enters, where that is allowed", () => {
		const onmove = show(viewOf({ can_stray: true, legal: ["Wc3", "Wd3", "Od3", "R!", "W!"] }));
		click(point("f1"));
		click(point("d3"));
		expect(mode()).toBe("enter");
		expect(onmove).not.toHaveBeenCalled();
		click(".buttons .primary");
		expect(onmove).toHaveBeenCalledExactlyOnceWith("Od3");
	});
});

describe("at a shared screen", () => {
	const ofChoice = (choice: string, legal: string[]): XeQueoView => viewOf({ choices: [choice, null], legal });
	const white = ofChoice("W", ["Wc3", "Wd3", "R!", "W!"]);
	const orange = ofChoice("O", ["Wc3", "Od3", "R!", "W!"]);

	it("looks the same whichever piece is the mover's, at every step", () => {
		const seen = [white, orange].map((view) => {
			const pictures: string[] = [];
			show(view, { isShared: true });
			for (const square of ["b3", "d3", "f1", "d3"]) {
				click(point(square));
				pictures.push(document.body.innerHTML);
			}
			return pictures;
		});
		expect(seen[0]).toEqual(seen[1]);
		expect(seen[0]).toHaveLength(4);
	});

	it("does tell them apart on one's own screen, so that the test above can fail", () => {
		const [first, second] = [white, orange].map((view) => {
			show(view);
			return document.body.innerHTML;
		});
		expect(first).not.toBe(second);
	});

	it("shuffles the fan, so that the place of the hand tells nothing", () => {
		const view = viewOf({
			phase: "choose",
			choices: [null, null],
			turn: null,
			is_private: true,
			reach: [..."ROYGBVW"].map(choose),
			legal: [..."ROYGBVW"].map((letter) => `=${letter}`),
		});
		const order = (): string =>
			[...document.querySelectorAll(".fan button")].map((card) => card.getAttribute("aria-label")).join();
		vi.spyOn(Math, "random").mockReturnValue(0);
		show(view);
		const sorted = order();
		show(view, { isShared: true });
		expect(order()).not.toBe(sorted);
		expect(order().split(",").sort()).toEqual(sorted.split(",").sort());
		vi.restoreAllMocks();
	});

	it("lets a spectator's eyes move for whoever is to act", () => {
		const onmove = show(viewOf({ seat: null, choices: [null, null], legal: [] }), { isShared: true });
		click(point("b3"));
		click(point("c3"));
		expect(onmove).toHaveBeenCalledExactlyOnceWith("Wc3");
	});
});

describe("a reveal", () => {
	const ended = (how: "entry" | "call", shown: [boolean, boolean]): XeQueoView =>
		viewOf({
			phase: "ring",
			ring: null,
			turn: 1,
			choices: [null, null],
			rings: [1, 0],
			moves: how === "entry" ? [{ by: 0, piece: "W", path: ["b3", "d3"] }] : [],
			results: [{ winner: 0, how, by: 0, piece: "W", choices: shown[1] ? ["O", "W"] : ["W", null], shown }],
			reach: [],
			legal: [],
		});
	const cards = (): (string | null | undefined)[] =>
		[...document.querySelectorAll(".result .xq-card use:first-child")].map((each) => each.getAttribute("href"));

	it("shows the card of who went in, and no other", () => {
		show(ended("entry", [true, false]), { before: viewOf(), canAct: false });
		expect(cards()).toEqual(["#xq-W"]);
	});

	it("shows the card of who was called, not the caller's own, although these eyes know it", () => {
		show(ended("call", [false, true]), { before: viewOf(), canAct: false });
		expect(cards()).toEqual(["#xq-W"]);
		expect(document.querySelector('[data-seat="0"] .xq-card.open')).toBeNull();
	});
});
