import { describe, expect, it } from "vitest";
import { optionsOf } from "../../src/games/venise/choose";
import { nearest, targetsOf } from "../../src/games/venise/targets";
import { moves, SCENE } from "./make";

const PLACES = { scene: SCENE, planks: {} };

describe("targets", () => {
	const planks = targetsOf(optionsOf(moves("short:a4-b4", "short:a3-a4"), ["short"]), "place", PLACES, { x: 0, y: 0 });

	it("are planks with their ends, and fields where a pawn stands", () => {
		expect(planks.map(({ at }) => at)).toEqual([
			{ x: 50, y: 0 },
			{ x: 0, y: 50 },
		]);
		const fields = targetsOf(optionsOf(moves("step1:b4"), ["step1"]), "walk", PLACES, null);
		expect(fields).toMatchObject([{ at: { x: 200, y: 0 }, ends: null }]);
	});

	it("are left out where the board has no such place", () => {
		expect(targetsOf(optionsOf(moves("short:c1-c2"), ["short"]), "place", PLACES, null)).toEqual([]);
	});

	it("are meant by the part that is away from the pawn, and only from near", () => {
		expect(nearest(planks, { x: 80, y: 30 }, 1, 47)?.key).toBe("a4-b4");
		expect(nearest(planks, { x: 10, y: 70 }, 1, 47)?.key).toBe("a3-a4");
		expect(nearest(planks, { x: 80, y: 90 }, 1, 47)).toBeNull();
		// A finger on a small screen is wide.
		expect(nearest(planks, { x: 80, y: 90 }, 0.3, 47)?.key).toBeDefined();
	});

	it("are meant by the post as well as by the gem on it, and not by the plank that ends there", () => {
		const walks = targetsOf(optionsOf(moves("step2:b4-c4", "step2:b4-c4,b4"), ["step2"]), "walk", PLACES, null);
		for (const at of [
			{ x: 180, y: -30 },
			{ x: 165, y: 0 },
			{ x: 240, y: 40 },
		])
			expect(nearest(walks, at, 1, 47)?.key).toBe("b4");
		expect(nearest(walks, { x: 140, y: 5 }, 1, 47)?.key).toBe("b4-c4");
	});
});
