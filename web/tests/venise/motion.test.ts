import { describe, expect, it } from "vitest";
import { flightFrames, motionsOf, walkFrames } from "../../src/games/venise/motion";
import { soundsOf } from "../../src/games/venise/show.svelte";
import type { Effect } from "../../src/games/venise/timeline";
import { SCENE } from "./make";

const PLACES = { scene: SCENE, planks: {} };
const slide: Effect = { kind: "slide", slot: "a4-b4", to: "b4-c4", at: 100, length: 400, sound: "plank" };

describe("what moves", () => {
	it("comes from where it lay, when its time has come", () => {
		const [plank] = motionsOf(slide, PLACES, null);
		expect(plank).toMatchObject({ select: '[data-plank="b4-c4"]', timing: { delay: 100, duration: 400 } });
		expect(plank?.frames[0]).toMatchObject({ transform: "translate(-100px, -10px)" });
		expect(plank?.frames.at(-1)).toMatchObject({ transform: "translate(0px, 0px)", opacity: 1 });
	});

	it("stays gone where it is only there to go", () => {
		const fall: Effect = { kind: "fall", slot: "a4-b4", at: 0, length: 800, sound: "splash" };
		for (const { timing, frames } of motionsOf(fall, PLACES, null)) {
			expect(timing.fill).toBe("both");
			expect(frames.at(-1)).toMatchObject({ opacity: 0 });
		}
	});

	it("hops from stand to stand and ends where the pawn is drawn", () => {
		const way = [
			{ x: 0, y: 0 },
			{ x: 40, y: 0 },
			{ x: 80, y: 0 },
		];
		const frames = walkFrames(way, { x: 84, y: 2 });
		expect(frames.map((frame) => frame.offset)).toEqual([0, 0.25, 0.5, 0.75, 1]);
		expect(frames[0]).toMatchObject({ transform: "translate(-84px, -2px)" });
		expect(frames.at(-1)).toMatchObject({ transform: "translate(0px, 0px)" });
		expect(walkFrames(way.slice(0, 1), null)).toEqual([]);
	});

	it("shows a card that is played, and only that", () => {
		const [from, to] = [
			{ x: 0, y: 0 },
			{ x: 100, y: 100 },
		];
		expect(flightFrames(from, to, true)).toHaveLength(4);
		expect(flightFrames(from, to, false)).toHaveLength(3);
	});
});

it("is heard when it lands, step by step", () => {
	expect(soundsOf(slide)).toEqual([{ sound: "plank", at: 340 }]);
	const walk: Effect = { kind: "walk", seat: 0, fields: ["a4", "a4-b4", "b4"], at: 100, length: 380, sound: null };
	expect(soundsOf(walk)).toEqual([
		{ sound: "step", at: 290 },
		{ sound: "step", at: 480 },
	]);
});
