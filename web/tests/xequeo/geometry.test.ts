import { describe, expect, it } from "vitest";
import {
	along,
	arrow,
	at,
	beside,
	distance,
	isJump,
	nearest,
	type Point,
	strokes,
} from "../../src/games/xequeo/geometry";
import { sceneOf } from "./views";
import drawn from "./ways.json";

const SCENE = sceneOf();

describe("points", () => {
	it("finds back every point of every board", () => {
		for (const scene of [sceneOf(5, 2), sceneOf(3, 3), SCENE])
			for (const square of scene.ranks.flat()) expect(nearest(scene, at(scene, square))).toBe(square);
	});

	it("knows when a place is off the board", () => {
		const { x, y } = at(SCENE, "a7");
		expect(nearest(SCENE, { x: x - 0.6 * SCENE.cell, y })).toBeNull();
		expect(nearest(SCENE, { x, y: y + 6.6 * SCENE.cell })).toBeNull();
		expect(nearest(SCENE, { x: x + 0.49 * SCENE.cell, y: y - 0.49 * SCENE.cell })).toBe("a7");
	});

	it("goes one point on and stops at the edge", () => {
		expect(beside(SCENE, "d4", 1, 0)).toBe("e4");
		expect(beside(SCENE, "d4", 0, -1)).toBe("d5");
		expect(beside(SCENE, "a1", -1, 1)).toBe("a1");
	});

	it("measures as the scene says", () => {
		expect(distance(SCENE, "d4", "d4")).toBe(0);
		expect(distance(SCENE, "d4", "b4")).toBe(2);
		expect(distance(SCENE, "b2", "d4")).toBe(2.8);
	});
});

describe("ways", () => {
	const [c3, d4, e5, c5] = ["c3", "d4", "e5", "c5"].map((square) => at(SCENE, square)) as [Point, Point, Point, Point];

	it("tells steps from jumps", () => {
		expect(isJump(SCENE, c3, d4)).toBe(false);
		expect(isJump(SCENE, c3, e5)).toBe(true);
		expect(isJump(SCENE, c3, c5)).toBe(true);
	});

	it("goes straight for a step and keeps clear of the piece it jumps", () => {
		expect(along(SCENE, c3, d4, 0.5)).toEqual({ x: (c3.x + d4.x) / 2, y: (c3.y + d4.y) / 2 });
		const top = along(SCENE, c3, e5, 0.5);
		expect(Math.hypot(top.x - d4.x, top.y - d4.y)).toBeGreaterThan(0.35 * SCENE.cell);
		expect(along(SCENE, c3, e5, 0)).toEqual(c3);
		expect(along(SCENE, c3, e5, 1)).toEqual(e5);
	});

	it("draws one stroke a leg and ends short of the point, where the arrow is", () => {
		const way = strokes(SCENE, [c3, c5, e5]);
		expect(way.match(/M/g)).toHaveLength(2);
		expect(way.endsWith(`${e5.x} ${e5.y}`)).toBe(false);
		expect(arrow(SCENE, [c3, c5, e5]).split(" ")).toHaveLength(3);
		expect(arrow(SCENE, [c3])).toBe("");
	});

	it("draws as the drawings of the server do", () => {
		const scene = { ...SCENE, ...drawn.scene };
		const numbers = (markup: string) => (markup.match(/-?[\d.]+/g) ?? []).map(Number);
		for (const way of drawn.ways) {
			const points = way.path.map((square) => at(scene, square));
			for (const [here, there] of [
				[strokes(scene, points), way.strokes],
				[arrow(scene, points), way.arrow],
			] as const) {
				expect(here.replace(/-?[\d.]+/g, "")).toBe(there.replace(/-?[\d.]+/g, ""));
				const off = numbers(here).map((number, nth) => Math.abs(number - (numbers(there)[nth] ?? 0)));
				expect(Math.max(...off)).toBeLessThan(0.011);
			}
		}
	});
});
