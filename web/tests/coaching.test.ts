import { beforeEach, expect, it } from "vitest";
import type { Advice } from "../src/games/props";
import { Coaching } from "../src/table/coaching.svelte";

const words = (key: string) => ({ key, params: {} });
const advice = (id: string): Advice => ({ id, now: words("now"), why: words("why") });

beforeEach(() => localStorage.clear());

it("gives each advice three times, a whole turn counting once", () => {
	const coaching = new Coaching("venise", "t1");
	for (let turn = 0; turn < 3; turn += 1) {
		for (let card = 0; card < 4; card += 1) {
			coaching.hear(advice("play"), true);
			expect(coaching.advice?.id).toBe("play");
		}
		coaching.hear(null, false);
		expect(coaching.advice).toBeNull();
	}
	coaching.hear(advice("play"), true);
	expect(coaching.advice).toBeNull();
	coaching.hear(advice("discard"), true);
	expect(coaching.advice?.id).toBe("discard");
});

it("says the aim at the first three tables of each game", () => {
	for (const table of ["t1", "t2", "t3", "t1"]) expect(new Coaching("xequeo", table).isOn).toBe(true);
	expect(new Coaching("xequeo", "t4").isOn).toBe(false);
	expect(new Coaching("venise", "t5").isOn).toBe(true);
});

it("is silent once it was put away, in that game only, until it is asked for again", () => {
	const coaching = new Coaching("xequeo", "t1");
	coaching.hear(advice("ring"), true);
	coaching.dismiss();
	expect([coaching.advice, coaching.isOn]).toEqual([null, false]);
	const later = new Coaching("xequeo", "t2");
	later.hear(advice("ring"), true);
	expect(later.advice).toBeNull();
	expect(new Coaching("venise", "t3").isOn).toBe(true);
	later.restart();
	later.hear(advice("ring"), true);
	expect(later.advice?.id).toBe("ring");
});
