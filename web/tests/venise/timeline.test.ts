import { describe, expect, it } from "vitest";
import { PACE, timelineOf, whole } from "../../src/games/venise/timeline";
import { lines, view } from "./make";

describe("what happened", () => {
	const kinds = (effects: ReturnType<typeof timelineOf>) => effects.map(({ kind }) => kind);

	it("lays a plank", () => {
		const effects = timelineOf(view({}), lines({ seat: 0, laid: ["a4-b4"], discarded: ["short"] }));
		expect(effects).toMatchObject([
			{ kind: "card", card: "short", seat: 0 },
			{ kind: "lay", slot: "a4-b4", sound: "plank" },
		]);
	});

	it("lets fall what rested on a plank that is taken away", () => {
		const done = { seat: 0, taken: ["a4/b3"], fallen: ["a4/b3>b4"], discarded: ["joker"] };
		const effects = timelineOf(view({}), lines(done));
		expect(kinds(effects)).toEqual(["card", "fall", "lift"]);
		expect(effects[0]).toMatchObject({ card: "joker" });
		expect(effects[1]).toMatchObject({ slot: "a4/b3>b4", sound: "splash" });
		expect(kinds(timelineOf(view({}), lines({ ...done, laid: ["x"] })))).toEqual(["card", "fall", "slide"]);
	});

	it("takes gems when the pawn comes by", () => {
		const way = ["a4", "a4-b4", "b4", "b4-c4"];
		const effects = timelineOf(view({ home: [1, 0] }), lines({ seat: 0, way, gems: ["b4"], tiles: 1 }));
		expect(effects.find(({ kind }) => kind === "walk")).toMatchObject({ fields: way, length: 3 * PACE.step });
		expect(effects.filter(({ kind }) => kind === "gem")).toMatchObject([{ field: "b4", nth: 1, at: 2 * PACE.step }]);
		expect(kinds(effects)).not.toContain("tile");
	});

	it("shows one thing after the other", () => {
		const effects = timelineOf(
			view({}),
			lines(
				{ seat: 0, laid: ["a4-b4"], discarded: ["short"] },
				{ seat: 0, way: ["a4", "a4-b4"], discarded: ["step1"] },
				{ seat: 0 },
				{ seat: 0, drawn: ["short"] },
				{ seat: 0, drawn: ["?"] },
			),
		);
		const times = effects.filter(({ kind }) => kind !== "card").map(({ at }) => at);
		expect(times).toEqual([...times].sort((a, b) => a - b));
		expect(new Set(times).size).toBe(times.length);
		expect(effects.at(-1)).toMatchObject({ kind: "draw", seat: 0, count: 2 });
	});

	it("shows cards, jokers, tiles and the shuffle", () => {
		const exchange = { seat: 1, discarded: ["short", "move"], drawn: ["joker"] };
		expect(kinds(timelineOf(view({}), lines(exchange)))).toEqual(["card", "card", "joker"]);
		expect(kinds(timelineOf(view({}), lines({ seat: 1, tiles: -1 })))).toEqual(["tile"]);
		expect(kinds(timelineOf(view({}), lines({ seat: 1, is_shuffle: true })))).toEqual(["shuffle"]);
	});
});

it("what is left out is empty", () => {
	expect(whole(null)).toMatchObject({ laid: [], way: [], home: 0 });
	expect(whole({ seat: 2, laid: ["x"] })).toMatchObject({ seat: 2, laid: ["x"], taken: [] });
});
