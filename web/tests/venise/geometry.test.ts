import { describe, expect, it } from "vitest";
import { ahead, distance, farPart, standOf } from "../../src/games/venise/geometry";
import { SCENE } from "./make";

it("a pawn makes room for what rests on its plank", () => {
	const stand = (field: string, ...resting: string[]) => standOf({ scene: SCENE, planks: { "a4-b4": resting } }, field);
	expect(stand("a4")).toEqual({ x: 0, y: 0 });
	expect(stand("a4-b4")).toEqual({ x: 50, y: 0 });
	expect(stand("a4-b4", "x")).toEqual({ x: 50, y: 22 });
	expect(stand("nowhere")).toBeNull();
});

describe("pointing", () => {
	const east: [{ x: number; y: number }, { x: number; y: number }] = [
		{ x: 0, y: 0 },
		{ x: 100, y: 0 },
	];

	it("measures to the nearest point of a plank", () => {
		expect(distance({ x: 50, y: 7 }, east)).toBe(7);
		expect(distance({ x: 103, y: 4 }, east)).toBe(5);
	});

	it("leaves out the end at the pawn, where all planks meet", () => {
		expect(farPart(east, { x: -5, y: 0 })).toEqual([
			{ x: 40, y: 0 },
			{ x: 100, y: 0 },
		]);
		expect(farPart(east, { x: 105, y: 0 })[1]).toEqual({ x: 0, y: 0 });
	});
});

describe("arrow keys", () => {
	const points = [
		{ x: 100, y: 0 },
		{ x: 60, y: 60 },
		{ x: 0, y: -50 },
	];

	it("go to what is straight ahead", () => {
		expect(ahead({ x: 0, y: 0 }, points, "ArrowRight")).toBe(0);
		expect(ahead({ x: 0, y: 0 }, points, "ArrowDown")).toBe(1);
		expect(ahead({ x: 0, y: 0 }, points, "ArrowUp")).toBe(2);
		expect(ahead({ x: 0, y: 0 }, points, "ArrowLeft")).toBe(-1);
		expect(ahead({ x: 0, y: 0 }, points, "x")).toBe(-1);
	});
});
