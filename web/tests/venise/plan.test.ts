import { describe, expect, it } from "vitest";
import { marksOf, NO_MARKS, PACE, planOf, readLine } from "../../src/games/venise/plan";
import { lines, view } from "./make";

describe("a line of the log", () => {
	it.each([
		["short:a1-b1", { kind: "short", places: ["a1-b1"], isJoker: false }],
		["*move:a1-b1,a1/b2>b1", { kind: "move", places: ["a1-b1", "a1/b2>b1"], isJoker: true }],
		["long:a1-b1=a2-b2", { kind: "long", places: ["a1-b1=a2-b2"] }],
		["+?@1", { kind: "draw", actor: 1, cards: ["?"] }],
		["-joker", { kind: "discard", cards: ["joker"] }],
		["tile", { kind: "tile" }],
	])("%s", (text, wanted) => {
		expect(readLine({ actor: 0, text })).toMatchObject(wanted);
	});

	it.each(["first:1", "resigns", "clear:short,joker@0"])("nothing to see: %s", (text) => {
		expect(readLine({ actor: 0, text })).toBeNull();
	});
});

describe("what happened", () => {
	const kinds = (effects: ReturnType<typeof planOf>) => effects.map(({ kind }) => kind);

	it("lays a plank", () => {
		const effects = planOf(view({}), lines(0, "short:a4-b4"));
		expect(effects).toMatchObject([
			{ kind: "card", card: "short", seat: 0 },
			{ kind: "lay", slot: "a4-b4", sound: "plank" },
		]);
	});

	it("lets fall what rested on a plank that is taken away", () => {
		const before = view({ planks: { "a4/b3": ["a4/b3>b4"], "a4/b3>b4": [] } });
		const effects = planOf(before, lines(0, "*remove:a4/b3"));
		expect(kinds(effects)).toEqual(["card", "fall", "lift"]);
		expect(effects[0]).toMatchObject({ card: "joker" });
		expect(effects[1]).toMatchObject({ slot: "a4/b3>b4", sound: "splash" });
	});

	it("lets nothing fall twice", () => {
		const before = view({ planks: { "a1-b1": ["x"], "a2-b2": ["x"], x: [] } });
		const effects = planOf(before, lines(0, "remove:a1-b1", "remove:a2-b2"));
		expect(effects.filter(({ kind }) => kind === "fall")).toHaveLength(1);
	});

	it("walks from where the pawn was, and takes gems on the way", () => {
		const before = view({ gems: [["b4", "c4"], ["a4-b4"]], home: [1, 0] });
		const effects = planOf(before, lines(0, "step3:a4-b4,b4,b4-c4"));
		expect(effects.find(({ kind }) => kind === "walk")).toMatchObject({
			fields: ["a4", "a4-b4", "b4", "b4-c4"],
			length: 3 * PACE.step,
		});
		expect(effects.filter(({ kind }) => kind === "gem")).toMatchObject([{ field: "b4", nth: 1, at: 2 * PACE.step }]);
	});

	it("shows one thing after the other", () => {
		const effects = planOf(view({}), lines(0, "short:a4-b4", "step1:a4-b4", "end", "+short@0", "+?@0"));
		const times = effects.filter(({ kind }) => kind !== "card").map(({ at }) => at);
		expect(times).toEqual([...times].sort((a, b) => a - b));
		expect(new Set(times).size).toBe(times.length);
		expect(effects.at(-1)).toMatchObject({ kind: "draw", seat: 0, count: 2 });
	});
});

describe("marks", () => {
	it("gather over a turn and are wiped by the next player's first card", () => {
		const before = view({ planks: { "c1-c2": [] } });
		const first = marksOf(NO_MARKS, before, lines(0, "short:a4-b4"));
		const more = marksOf(first, before, lines(0, "step1:a4-b4", "move:c1-c2,c2-c3"));
		expect(more).toEqual({ actor: 0, laid: ["a4-b4", "c2-c3"], gone: ["c1-c2"], fallen: [], way: ["a4", "a4-b4"] });
		const drawn = marksOf(more, before, lines(0, "end"));
		expect(drawn).toBe(more);
		expect(marksOf(drawn, before, lines(1, "short:d1-e1"))).toEqual({ ...NO_MARKS, actor: 1, laid: ["d1-e1"] });
	});

	it("of a plank laid and taken up again nothing stays", () => {
		const first = marksOf(NO_MARKS, view({}), lines(0, "short:a4-b4"));
		const then = marksOf(first, view({ planks: { "a4-b4": [] } }), lines(0, "remove:a4-b4"));
		expect(then).toMatchObject({ laid: [], gone: [] });
	});
});
