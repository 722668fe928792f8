import { describe, expect, it } from "vitest";
import {
	along,
	arrow,
	at,
	beside,
	CELL,
	EDGE,
	extent,
	isJump,
	nearest,
	type Point,
	ranks,
	strokes,
} from "../../src/games/xequeo/geometry";

const SIZE = { width: 7, height: 7 };

describe("points", () => {
	it("has a1 at the lower left and as much room around as the scene", () => {
		expect(at("a1", 7)).toEqual({ x: EDGE, y: extent(7) - EDGE });
		expect(at("g7", 7)).toEqual({ x: extent(7) - EDGE, y: EDGE });
		expect(at("a1", 3)).toEqual({ x: EDGE, y: EDGE + 2 * CELL });
	});

	it("finds back every point of every board", () => {
		for (const height of [2, 3, 7])
			for (const square of ranks({ width: 5, height }).flat())
				expect(nearest(at(square, height), { width: 5, height })).toBe(square);
	});

	it("knows when a place is off the board", () => {
		expect(nearest({ x: EDGE - 60, y: EDGE }, SIZE)).toBeNull();
		expect(nearest({ x: EDGE, y: EDGE + 6.6 * CELL }, SIZE)).toBeNull();
		expect(nearest({ x: EDGE + 49, y: EDGE - 49 }, SIZE)).toBe("a7");
	});

	it("goes one point on and stops at the edge", () => {
		expect(beside("d4", 1, 0, SIZE)).toBe("e4");
		expect(beside("d4", 0, 1, SIZE)).toBe("d5");
		expect(beside("a1", -1, -1, SIZE)).toBe("a1");
		expect(beside("g7", 0, 0, { width: 3, height: 2 })).toBe("c2");
	});
});

describe("ways", () => {
	const [c3, d4, e5, c5] = ["c3", "d4", "e5", "c5"].map((square) => at(square, 7)) as [Point, Point, Point, Point];

	it("tells steps from jumps", () => {
		expect(isJump(c3, d4)).toBe(false);
		expect(isJump(c3, e5)).toBe(true);
		expect(isJump(c3, c5)).toBe(true);
	});

	it("goes straight for a step and keeps clear of the piece it jumps", () => {
		expect(along(c3, d4, 0.5)).toEqual({ x: (c3.x + d4.x) / 2, y: (c3.y + d4.y) / 2 });
		const top = along(c3, e5, 0.5);
		expect(Math.hypot(top.x - d4.x, top.y - d4.y)).toBeGreaterThan(35);
		expect(along(c3, e5, 0)).toEqual(c3);
		expect(along(c3, e5, 1)).toEqual(e5);
	});

	it("draws one stroke a leg and ends short of the point, where the arrow is", () => {
		const way = strokes([c3, c5, e5]);
		expect(way.match(/M/g)).toHaveLength(2);
		expect(way.endsWith(`${e5.x} ${e5.y}`)).toBe(false);
		expect(arrow([c3, c5, e5]).split(" ")).toHaveLength(3);
		expect(arrow([c3])).toBe("");
	});
});
