import { expect, it } from "vitest";
import { summaryOf } from "../src/games/summary";
import { difficulty, fairness } from "../src/newtable/boards";
import type { BoardInfo, GameView, Line } from "../src/wire";

const words = (key: string) => ({ key, params: {} });

it("tells a match of Xe Queo! in three numbers, and its score round by round", () => {
	const results = [
		{ winner: 0, how: "entry" },
		{ winner: 1, how: "miss" },
		{ winner: 1, how: "call" },
	];
	const { facts, course } = summaryOf({ game: "xequeo", results, goal: 4 } as unknown as GameView, []);
	expect(facts.map((fact) => fact.params)).toEqual([{ count: 3 }, { count: 1 }, { right: 1, count: 2 }]);
	expect(course).toEqual({
		scores: [
			[0, 1, 1, 1],
			[0, 0, 1, 2],
		],
		goal: 4,
	});
});

it("tells a match of Venise by what its lines did", () => {
	const line = (round: number, effects: object | null) =>
		({ chapter: words(`round ${round}`), effects }) as unknown as Line;
	const lines = [
		line(1, { seat: 0, laid: ["a4/b3"], gems: [] }),
		line(1, { seat: 1, laid: ["d2/e1"], gems: ["d2under"] }),
		line(2, { seat: 0, gems: ["b3under", "b4"] }),
		line(2, null),
	];
	const view = { game: "venise", seats: [{}, {}], round: 2, lost: [1, 2] } as unknown as GameView;
	const { facts, course } = summaryOf(view, lines);
	expect(facts.map((fact) => fact.params)).toEqual([{ count: 2 }, { count: 2 }, { count: 3 }]);
	expect(course?.scores).toEqual([
		[0, 0, 2],
		[0, 1, 1],
	]);
});

it("counts the moves of any other game", () => {
	const lines = [{ actor: -1 }, { actor: 0 }, { actor: 1 }] as Line[];
	const { facts, course } = summaryOf({ game: "generic" } as GameView, lines);
	expect(facts[0]?.params).toEqual({ count: 2 });
	expect(course).toBeNull();
});

it("calls a board fair where the games that were played cannot tell", () => {
	const board = {
		hourglasses: [24, 24, 24],
		first: [
			[0.52, 0.76],
			[0.2, 0.4],
			[0.08, 0.2],
		],
	} as unknown as BoardInfo;
	expect([2, 3, 4].map((seats) => fairness(board, seats))).toEqual(["helps", "even", "hurts"]);
	expect(difficulty(board)).toBe(1);
	expect(difficulty({ ...board, hourglasses: [39, 41, 42] })).toBe(5);
});
