import { describe, expect, it } from "vitest";
import {
	choiceOf,
	exchangeOf,
	giveableOf,
	isOpen,
	moveOf,
	optionsOf,
	pathOf,
	settle,
	wasteOf,
	worthwhile,
} from "../../src/games/venise/choose";
import { legal, moves, view } from "./make";

const LEGAL = [
	...moves("short:a4-b4", "short:a3-a4", "move:a1-b1,a1-a2", "move:a1-b1,b1-b2", "move:c1-c2,c2-c3", "remove:a1-b1"),
	...moves("*short:a4-b4", "*move:a1-b1,a1-a2", "*step3:a4-b4,b4"),
	legal("step2:a4-b4,b4"),
	legal("step2:a3-a4,a3", ["a3"]),
	...moves("exchange:short,short,move,step1", "exchange:short,move,step1,step1", "tile", "end", "-short"),
];

const keys = (chosen: string[]) => optionsOf(LEGAL, chosen).map(({ key }) => key);

describe("choosing", () => {
	it("begins with the cards that can be played", () => {
		expect(keys([])).toEqual(["short", "move", "remove", "joker", "step2"]);
		expect(optionsOf(LEGAL, []).every(({ move }) => move === null)).toBe(true);
	});

	it("goes from a card to its places, and a place is a move", () => {
		const options = optionsOf(LEGAL, ["short"]);
		expect(options.map(({ key, move }) => [key, move?.text])).toEqual([
			["a4-b4", "short:a4-b4"],
			["a3-a4", "short:a3-a4"],
		]);
	});

	it("asks for the plank and then for the place when a plank is moved", () => {
		expect(keys(["move"])).toEqual(["a1-b1", "c1-c2"]);
		expect(optionsOf(LEGAL, ["move"])[0]?.move).toBeNull();
		expect(keys(["move", "a1-b1"])).toEqual(["a1-a2", "b1-b2"]);
		expect(optionsOf(LEGAL, ["move", "a1-b1"])[1]?.move?.text).toBe("move:a1-b1,b1-b2");
	});

	it("asks what a joker stands for", () => {
		expect(keys(["joker"])).toEqual(["short", "move", "step3"]);
		expect(optionsOf(LEGAL, ["joker", "step3"])[0]?.move?.text).toBe("*step3:a4-b4,b4");
	});

	it("leads to every play by the keys of its path, and only to it", () => {
		for (const move of LEGAL.filter(({ kind }) => kind === "play")) {
			const path = pathOf(move);
			for (let length = 0; length < path.length; length += 1)
				expect(optionsOf(LEGAL, path.slice(0, length)).some(({ key }) => key === path[length])).toBe(true);
			const [last] = optionsOf(LEGAL, path.slice(0, -1)).filter(({ key }) => key === path.at(-1));
			expect(last?.move).toBe(move);
		}
	});

	it("makes no choice of one: a joker that can only be one card is it", () => {
		const one = moves("*short:a4-b4", "*short:a3-a4");
		expect(settle(one, ["joker"])).toEqual(["joker", "short"]);
		expect(settle(LEGAL, ["joker"])).toEqual(["joker"]);
		expect(settle(one, ["joker", "short"])).toEqual(["joker", "short"]);
	});

	it("knows what is asked", () => {
		expect(choiceOf([])).toBe("card");
		expect(choiceOf(["joker"])).toBe("joker");
		expect(choiceOf(["short"])).toBe("place");
		expect(choiceOf(["joker", "move"])).toBe("plank");
		expect(choiceOf(["move", "a1-b1"])).toBe("place");
		expect(choiceOf(["remove"])).toBe("plank");
		expect(choiceOf(["step2"])).toBe("walk");
		expect(choiceOf(["joker", "step3", "b4"])).toBe("way");
	});

	it("sees when a choice is gone", () => {
		expect(isOpen(LEGAL, ["move", "a1-b1"])).toBe(true);
		expect(isOpen(LEGAL, ["move", "d1-d2"])).toBe(false);
		expect(isOpen([], ["short"])).toBe(false);
	});
});

describe("walks to one field", () => {
	const none = legal("step3:a4-b4,b4");
	const one = legal("step3:a3-a4,a3,b4", ["a3"]);
	const other = legal("step3:b3-b4,b3,b4", ["b3"]);

	it("leave out what only takes less", () => {
		expect(worthwhile([none, one])).toEqual([one]);
		const [option] = optionsOf([none, one], ["step3"]);
		expect(option).toMatchObject({ key: "b4", move: one });
	});

	it("are a choice where they take different gems", () => {
		const [option] = optionsOf([none, one, other], ["step3"]);
		expect(option).toMatchObject({ key: "b4", move: null, moves: [one, other] });
		expect(optionsOf([one, other], ["step3", "b4"]).map(({ move }) => move)).toEqual([one, other]);
	});
});

describe("exchanging", () => {
	it("takes cards in any order", () => {
		expect([...giveableOf(LEGAL, [])].sort()).toEqual(["move", "short", "step1"]);
		expect([...giveableOf(LEGAL, ["step1", "step1"])].sort()).toEqual(["move", "short"]);
		expect(exchangeOf(LEGAL, ["step1", "move", "short", "short"])?.text).toBe("exchange:short,short,move,step1");
		expect(exchangeOf(LEGAL, ["step1", "move", "short", "step1"])?.text).toBe("exchange:short,move,step1,step1");
	});

	it("knows when nothing fits, and when it is not yet enough", () => {
		expect(giveableOf(LEGAL, ["short", "short", "short"]).size).toBe(0);
		expect(giveableOf([], []).size).toBe(0);
		expect(exchangeOf(LEGAL, ["short", "short", "move"])).toBeNull();
	});
});

describe("a walk", () => {
	const short = legal("step2:a4-b4");
	const long = legal("step2:a4-b4,b4");
	const rich = legal("step2:a3-a4,a3", ["a3"]);
	const waste = (walks: ReturnType<typeof legal>[], walk: ReturnType<typeof legal>, home = 0) =>
		wasteOf(view({ home: [home, 0] }), optionsOf(walks, ["step2"]), walk);

	it("is wasteful when steps are left, or a gem", () => {
		expect(waste([short, long], short)).toBe("steps");
		expect(waste([short, long], long)).toBeNull();
		expect(waste([short, long, rich], long)).toBe("gem");
		expect(waste([short, long, rich], rich)).toBeNull();
		expect(waste([short], short)).toBeNull();
	});

	it("is never wasteful when it brings the last gem", () => {
		const last = legal("step2:a4", ["a4"]);
		expect(waste([last, long], last, 3)).toBeNull();
		expect(waste([last, long], last)).toBe("steps");
	});
});

it("finds what is no card", () => {
	const seen = { ...view({}), legal: LEGAL };
	expect(moveOf(seen, "tile")?.text).toBe("tile");
	expect(moveOf(seen, "discard", "short")?.text).toBe("-short");
	expect(moveOf(seen, "take")).toBeNull();
});
