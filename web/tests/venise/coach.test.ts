import { describe, expect, it } from "vitest";
import { coach } from "../../src/games/venise/coach";
import type { Hint, VeniseView } from "../../src/wire";
import { legal, moves, view } from "./make";

const DEEDS: VeniseView["deeds"] = [
	{ kind: "tile", count: 1, why_not: "" },
	{ kind: "take", count: 1, why_not: "" },
	{ kind: "end", count: 2, why_not: "" },
];
const seen = (changes: Partial<VeniseView>): VeniseView => ({ ...view({}), deeds: DEEDS, ...changes });
const advised = (changes: Partial<VeniseView>, seat = 0) => coach.advise(seen(changes), seat)?.id;

describe("the coach", () => {
	const lay = legal("short:a4-b4");
	const walk = legal("step2:a4-b4,b4");
	const gem = legal("step2:a4-b4,b3", ["b3"]);

	it("names a gem in reach before anything else, with the card to press", () => {
		expect(advised({ legal: [lay, walk, gem] })).toBe("ve_gem");
		const { now } = coach.advise(seen({ legal: [legal("*step3:a4-b4,b3", ["b3"])] }), 0) ?? {};
		expect(now?.params.card).toEqual({ key: "ve_card_joker", params: {} });
	});

	it("lays a plank, then walks", () => {
		expect(advised({ legal: [walk, lay] })).toBe("ve_lay");
		expect(advised({ legal: [walk, lay], did: "played" })).toBe("ve_walk");
		expect(advised({ legal: [walk] })).toBe("ve_walk");
		expect(advised({ legal: [lay], did: "played" })).toBe("ve_lay");
	});

	it("always knows something to press", () => {
		const dear = [{ card: "step3", count: 1, cost: 3, why_not: "dear" as const }];
		expect(advised({ legal: moves("tile", "take", "end"), hand: dear })).toBe("ve_tile");
		expect(advised({ legal: moves("tile", "take", "end") })).toBe("ve_take");
		expect(advised({ legal: moves("end") })).toBe("ve_end");
		expect(advised({ legal: moves("end"), did: "taken" })).toBe("ve_taken");
		expect(advised({ legal: moves("-short"), phase: "discard" })).toBe("ve_discard");
	});

	it("names what a good player would do, with everything to press", () => {
		const deeds: VeniseView["deeds"] = [...DEEDS, { kind: "exchange", count: 4, why_not: "" }];
		const tipped = (text: string, all = [walk, lay, gem, legal(text), ...moves("exchange", "take", "end")]) =>
			coach.advise(seen({ legal: all, deeds }), 0, { move: text } as Hint);
		expect(tipped("short:a4-b4")).toMatchObject({ id: "ve_lay", now: { key: "coach_ve_marked_now" } });
		expect(tipped("step2:a4-b4,b3")).toMatchObject({ id: "ve_gem", now: { key: "coach_ve_gem_now" } });
		expect(tipped("remove:a4-b4")).toMatchObject({ id: "ve_lift", section: "taking" });
		const open = (text: string) => tipped(text, [legal(text), legal("*step1:a4-b4")]);
		expect(open("*move:a4-b4,b4-c4")).toMatchObject({
			id: "ve_lift",
			now: { key: "coach_ve_joker_move_now", params: { card: { key: "ve_card_move", params: {} } } },
		});
		expect(open("*remove:a4-b4")?.now.key).toBe("coach_ve_joker_lift_now");
		expect(open("*short:a4-b4")?.now.key).toBe("coach_ve_joker_now");
		// Where it can be one card only, nobody is asked which.
		expect(tipped("*short:a4-b4")).toMatchObject({
			now: { key: "coach_ve_marked_now", params: { card: { key: "ve_card_joker", params: {} } } },
		});
		expect(tipped("exchange")?.id).toBe("ve_exchange");
		expect(tipped("end")?.id).toBe("ve_end");
		expect(tipped("what was good in another version", [walk])?.id).toBe("ve_walk");
	});

	it("says nothing to whoever looks on", () => {
		expect(advised({ legal: [lay], seat: null })).toBeUndefined();
		expect(advised({ legal: [lay], phase: "draw" })).toBeUndefined();
	});

	it("says why without figures where the bot has only those", () => {
		const why = (key: string) => coach.why?.(seen({}), { reasons: [{ key, params: {} }] } as unknown as Hint)?.key;
		expect(why("why_ve_route")).toBe("coach_ve_why_closer");
		expect(why("why_ve_steal")).toBe("coach_ve_why_steal");
		expect(why("why_ve_gem")).toBeUndefined();
	});
});
