import { describe, expect, it } from "vitest";
import { type Act, actOf, heldView } from "../../src/games/xequeo/act";
import type { XeQueoResult } from "../../src/wire";
import { viewOf } from "./views";

const step = (by: number, piece: string, ...path: string[]) => ({ by, piece, path });
const result: XeQueoResult = {
	winner: 0,
	how: "entry",
	by: 0,
	piece: "W",
	choices: ["W", null],
	shown: [true, false],
};

describe("what happened between two views", () => {
	it("acts out nothing without a view before, or without a change", () => {
		expect(actOf(null, viewOf())).toEqual({ kind: "none" });
		expect(actOf(viewOf(), viewOf())).toEqual({ kind: "none" });
		expect(actOf(viewOf({ scene: "width=5" }), viewOf())).toEqual({ kind: "none" });
	});

	it("sees a move with all its jumps", () => {
		const moves = [step(0, "R", "e6", "c4", "a4")];
		expect(actOf(viewOf(), viewOf({ moves, turn: 1 }))).toEqual({ kind: "go", piece: "R", path: ["e6", "c4", "a4"] });
	});

	it("deals pieces, lays the ring, closes the choice", () => {
		const bare = viewOf({ pieces: [], ring: null, phase: "setup" });
		expect(actOf(bare, viewOf({ ring: null, phase: "ring" }))).toEqual({ kind: "deal", pieces: ["R", "O", "W"] });
		const laying = viewOf({ ring: null, phase: "ring" });
		expect(actOf(laying, viewOf({ phase: "choose" }))).toEqual({ kind: "lay", square: "d3" });
		expect(actOf(viewOf({ phase: "choose" }), viewOf())).toEqual({ kind: "chosen" });
	});

	it("ends a round with the way into the ring", () => {
		const moves = [step(0, "W", "b3", "d3")];
		const after = viewOf({ phase: "ring", ring: null, results: [result], moves, rings: [1, 0], turn: 1 });
		expect(actOf(viewOf(), after)).toEqual({ kind: "end", result, round: 1, ring: "d3", path: ["b3", "d3"] });
	});

	it("ends a round by a call without any way, although a piece was moved before", () => {
		const moves = [step(1, "R", "e6", "e5")];
		const called: XeQueoResult = { ...result, how: "miss", piece: "R", winner: 1 };
		const after = viewOf({ phase: "ring", ring: null, results: [called], moves });
		expect(actOf(viewOf({ moves }), after)).toMatchObject({ kind: "end", ring: "d3", path: [] });
	});

	it("slides things back when a move is taken back", () => {
		const moves = [step(0, "R", "e6", "e5")];
		const pieces = viewOf().pieces.map((piece) => (piece.letter === "R" ? { letter: "R", square: "e5" } : piece));
		expect(actOf(viewOf({ moves, pieces }), viewOf())).toEqual({ kind: "slide", from: { R: "e5" } });
	});
});

describe("while the end of a round is shown", () => {
	it("keeps score, cards and what comes next to itself", () => {
		const before = viewOf({ choices: ["W", null] });
		const moves = [step(0, "W", "b3", "d3")];
		const after = viewOf({ phase: "choose", ring: "a7", results: [result], moves, rings: [1, 0], turn: null });
		const held = heldView(before, actOf(before, after) as Act & { kind: "end" });
		expect(held).toMatchObject({
			phase: "play",
			ring: "d3",
			rings: [0, 0],
			results: [],
			reach: [],
			legal: [],
			turn: null,
		});
		expect(held.pieces).toContainEqual({ letter: "W", square: "d3" });
	});
});
