import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import XeQueoTable from "../../src/games/xequeo/XeQueoTable.svelte";
import { settings } from "../../src/settings.svelte";
import type { Hint, Person, XeQueoView } from "../../src/wire";
import { choose, go, lay, sceneOf, viewOf } from "./views";

const PEOPLE: Person[] = ["Anna", "Bruno"].map((name, seat) => ({
	seat,
	name,
	title: null,
	kind: "person",
	bot: "",
	is_taken: true,
	is_here: true,
	device: "",
	stand_in: "",
}));

interface Shown {
	canAct?: boolean;
	isShared?: boolean;
	before?: XeQueoView | null;
	hint?: Hint | null;
}

let close: (() => void) | null = null;

async function show(view: XeQueoView, { canAct = true, isShared = false, before = null, hint = null }: Shown = {}) {
	close?.();
	const onmove = vi.fn(async (_move: string) => {});
	const props = { view, before, step: [], people: PEOPLE, canAct, isShared, hint, onmove };
	const table = mount(XeQueoTable, { target: document.body, props });
	await vi.waitFor(() => expect(document.querySelector(".board")).not.toBeNull());
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
		vi.fn(async () => new Response(JSON.stringify(sceneOf()))),
	);
	settings.set({ motion: "none", sound: false });
});

afterEach(() => {
	close?.();
	close = null;
	vi.unstubAllGlobals();
});

describe("at one's own screen", () => {
	it("moves a piece by two presses", async () => {
		const onmove = await show(viewOf());
		click(point("b3"));
		expect(mode()).toBe("piece");
		expect(active()).toContain("c3");
		click(point("c3"));
		expect(onmove).toHaveBeenCalledExactlyOnceWith("Wc3");
	});

	it("offers nothing that is not legal", async () => {
		await show(viewOf());
		expect(active()).toEqual(["b3"]);
	});

	it("offers nothing to who only watches", async () => {
		await show(viewOf(), { canAct: false });
		expect(active()).toEqual([]);
		expect(document.querySelector(".buttons")?.children).toHaveLength(0);
	});

	it("calls only after a question", async () => {
		const onmove = await show(viewOf());
		click(".buttons .cry");
		click(point("e6"));
		expect(onmove).not.toHaveBeenCalled();
		click(".buttons .cry");
		expect(onmove).toHaveBeenCalledExactlyOnceWith("R!");
	});

	it("lays the ring", async () => {
		const view = viewOf({ phase: "ring", ring: null, choices: [null, null], reach: [lay("a7")], legal: ["@a7"] });
		const onmove = await show(view);
		click(point("a7"));
		expect(onmove).toHaveBeenCalledExactlyOnceWith("@a7");
	});

	it("warns before somebody else's piece enters, where that is allowed", async () => {
		const onmove = await show(viewOf({ legal: ["Wc3", "Wd3", "Od3", "R!", "W!"] }));
		click(point("f1"));
		click(point("d3"));
		expect(mode()).toBe("enter");
		expect(onmove).not.toHaveBeenCalled();
		click(".buttons .primary");
		expect(onmove).toHaveBeenCalledExactlyOnceWith("Od3");
	});
});

describe("what does nothing", () => {
	const note = (): string => document.querySelector(".note span")?.textContent ?? "";

	it.each([
		["a piece without a move", ["e6"], "xq_no_move"],
		["a piece that could only enter and is not one's own", ["f1"], "xq_no_stray"],
		["a vacant space before a piece", ["a1"], "xq_no_piece"],
		["a space that is not closer", ["b3", "a7"], "xq_no_closer"],
		["a space that no move leads to", ["b3", "d4"], "xq_no_way"],
	])("says why: %s", async (_, squares, key) => {
		const onmove = await show(viewOf());
		for (const square of squares) click(point(square));
		expect(note()).toBe(key);
		expect(onmove).not.toHaveBeenCalled();
		// What was picked stays picked, and the next press is heard.
		expect(mode()).toBe(squares.length > 1 ? "piece" : "idle");
		click(point("b3"));
		expect(note()).toBe("");
	});

	it("says why the ring cannot lie there", async () => {
		await show(viewOf({ phase: "ring", ring: null, choices: [null, null], reach: [lay("a7")], legal: ["@a7"] }));
		click(point("a1"));
		expect(note()).toBe("xq_no_lay");
		click(point("e6"));
		expect(note()).toBe("xq_no_vacant");
	});

	it("says whose turn it is to who has to wait, and nothing to who only watches", async () => {
		await show(viewOf({ turn: 1, reach: [], legal: [] }), { canAct: false });
		click(point("b3"));
		expect(note()).toBe("xq_wait_play");
		await show(viewOf({ seat: null, reach: [], legal: [] }), { canAct: false });
		click(point("b3"));
		expect(note()).toBe("");
	});
});

describe("a hint", () => {
	const hintOf = (move: string): Hint => ({
		type: "hint",
		id: 1,
		move,
		said: { key: "", params: {} },
		reasons: [],
	});

	it("is drawn on the board, and gone with the move", async () => {
		await show(viewOf(), { hint: hintOf("Wc3") });
		expect(document.querySelector("[data-hint]")?.getAttribute("data-hint")).toBe("Wc3");
		await show(viewOf({ reach: [go("R", "e6", "e5")] }), { hint: hintOf("Wc3") });
		expect(document.querySelector("[data-hint]")).toBeNull();
	});
});

describe("at a shared screen", () => {
	const ofChoice = (choice: string, legal: string[]): XeQueoView => viewOf({ choices: [choice, null], legal });
	const white = ofChoice("W", ["Wc3", "Wd3", "R!", "W!"]);
	const orange = ofChoice("O", ["Wc3", "Od3", "R!", "W!"]);

	it("looks the same whichever piece is the mover's, at every step", async () => {
		const seen: string[][] = [];
		for (const view of [white, orange]) {
			await show(view, { isShared: true });
			seen.push(
				["b3", "d3", "f1", "d3"].map((square) => {
					click(point(square));
					return document.body.innerHTML;
				}),
			);
		}
		expect(seen[0]).toEqual(seen[1]);
		expect(seen[0]).toHaveLength(4);
	});

	it("does tell them apart on one's own screen, so that the test above can fail", async () => {
		await show(white);
		const first = document.body.innerHTML;
		await show(orange);
		expect(document.body.innerHTML).not.toBe(first);
	});

	it("shuffles the fan, so that the place of the hand tells nothing", async () => {
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
		await show(view);
		const sorted = order();
		await show(view, { isShared: true });
		expect(order()).not.toBe(sorted);
		expect(order().split(",").sort()).toEqual(sorted.split(",").sort());
		vi.restoreAllMocks();
	});

	it("lets a spectator's screen move for whoever is to act", async () => {
		const onmove = await show(viewOf({ seat: null, choices: [null, null], legal: [] }), { isShared: true });
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
		[...document.querySelectorAll(".result .xq-card .face use")].map((each) => each.getAttribute("href"));

	it("shows the card of who went in, and no other", async () => {
		await show(ended("entry", [true, false]), { before: viewOf(), canAct: false });
		expect(cards()).toEqual(["#xq-face-W"]);
	});

	it("shows the card of who was called, not the caller's own, although the viewer knows it", async () => {
		await show(ended("call", [false, true]), { before: viewOf(), canAct: false });
		expect(cards()).toEqual(["#xq-face-W"]);
		expect(document.querySelector('[data-seat="0"] .xq-card.open')).toBeNull();
	});
});
