import { describe, expect, it } from "vitest";
import {
	back,
	type Choices,
	confirm,
	drop,
	keep,
	type Mode,
	pick,
	press,
	pressCall,
} from "../../src/games/xequeo/selection";
import { choose, lay, viewOf } from "./views";

const IDLE: Mode = { kind: "idle" };

function choicesOf(changes: Partial<Choices> = {}): Choices {
	const { reach, pieces, ring } = viewOf();
	return { moves: reach, pieces, ring, ...changes };
}

describe("moving", () => {
	const picked: Mode = { kind: "piece", piece: "W" };

	it("selects a piece that can move, and only such", () => {
		expect(press(IDLE, "b3", choicesOf())).toEqual({ mode: picked });
		expect(press(IDLE, "e6", choicesOf())).toEqual({ mode: IDLE });
		expect(press(IDLE, "a7", choicesOf())).toEqual({ mode: IDLE });
	});

	it("moves to a target, deselects by a second press, changes to another piece", () => {
		expect(press(picked, "c3", choicesOf())).toEqual({ mode: IDLE, move: "Wc3" });
		expect(press(picked, "b3", choicesOf())).toEqual({ mode: IDLE });
		expect(press(picked, "f1", choicesOf())).toEqual({ mode: { kind: "piece", piece: "O" } });
	});

	it("stays selected where the piece cannot go", () => {
		expect(press(picked, "g7", choicesOf())).toEqual({ mode: picked });
		expect(drop("W", "g7", choicesOf())).toEqual({ mode: picked });
	});

	it("asks before any piece enters the ring", () => {
		expect(drop("W", "d3", choicesOf())).toEqual({ mode: { kind: "enter", piece: "W", move: "Wd3" } });
		const asked = drop("O", "d3", choicesOf());
		expect(asked).toEqual({ mode: { kind: "enter", piece: "O", move: "Od3" } });
		expect(confirm(asked.mode, choicesOf())).toEqual({ mode: IDLE, move: "Od3" });
		expect(back(asked.mode)).toEqual({ kind: "piece", piece: "O" });
	});
});

describe("Xe queo!", () => {
	const pointing: Mode = { kind: "pointing" };

	it("points, asks, calls", () => {
		expect(pressCall(IDLE, choicesOf())).toEqual({ mode: pointing });
		const asked = press(pointing, "e6", choicesOf());
		expect(asked).toEqual({ mode: { kind: "call", piece: "R" } });
		expect(confirm(asked.mode, choicesOf())).toEqual({ mode: IDLE, move: "R!" });
	});

	it("never calls or moves by a single press", () => {
		for (const square of ["e6", "f1", "b3", "c3", "d3", "a7"])
			expect(press(pointing, square, choicesOf()).move).toBeUndefined();
	});

	it("can be thought better of, step by step", () => {
		expect(back({ kind: "call", piece: "R" })).toEqual(pointing);
		expect(back(pointing)).toEqual(IDLE);
		expect(pressCall(pointing, choicesOf())).toEqual({ mode: IDLE });
		expect(press({ kind: "call", piece: "R" }, "b3", choicesOf())).toEqual({ mode: { kind: "call", piece: "W" } });
	});

	it("is not offered to who may not call", () => {
		expect(pressCall(IDLE, choicesOf({ moves: [] }))).toEqual({ mode: IDLE });
	});
});

describe("choosing and laying", () => {
	const cards = choicesOf({ moves: ["R", "O", "W"].map(choose), ring: "d3" });

	it("raises a card first and lays it under the deck then", () => {
		const raised = pick(IDLE, "O", cards);
		expect(raised).toEqual({ mode: { kind: "card", piece: "O" } });
		expect(pick(raised.mode, "O", cards)).toEqual({ mode: IDLE, move: "=O" });
		expect(pick(raised.mode, "R", cards)).toEqual({ mode: { kind: "card", piece: "R" } });
		expect(confirm(raised.mode, cards)).toEqual({ mode: IDLE, move: "=O" });
	});

	it("takes a piece on the board for its card", () => {
		expect(press(IDLE, "f1", cards)).toEqual({ mode: { kind: "card", piece: "O" } });
	});

	it("lays the ring where it may lie", () => {
		const rings = choicesOf({ moves: [lay("a7")], ring: null });
		expect(press(IDLE, "a7", rings)).toEqual({ mode: IDLE, move: "@a7" });
		expect(press(IDLE, "a6", rings)).toEqual({ mode: IDLE });
	});
});

describe("when the table changes", () => {
	it("keeps what is still possible and drops the rest", () => {
		const nothing = choicesOf({ moves: [] });
		for (const mode of [
			{ kind: "piece", piece: "W" },
			{ kind: "pointing" },
			{ kind: "call", piece: "R" },
			{ kind: "enter", piece: "O", move: "Od3" },
		] as Mode[]) {
			expect(keep(mode, choicesOf())).toEqual(mode);
			expect(keep(mode, nothing)).toEqual(IDLE);
		}
		expect(keep({ kind: "card", piece: "R" }, choicesOf())).toEqual(IDLE);
	});
});
