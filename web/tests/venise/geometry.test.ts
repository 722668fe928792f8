import { describe, expect, it } from "vitest";
import { ahead, distance, endsOf, farPart, gemOf, shapeOf, standOf } from "../../src/games/venise/geometry";
import { layersOf } from "../../src/games/venise/scene";

const PLACES = { b3nw: [10, 20, 30, 40], "a1-b1": [0, 0, 100, 0, 60, 0] };

describe("places", () => {
	it("tell posts and planks apart by what they hold", () => {
		expect(standOf(PLACES, "b3nw")).toEqual({ x: 10, y: 20 });
		expect(gemOf(PLACES, "b3nw")).toEqual({ x: 30, y: 40 });
		expect(endsOf(PLACES, "b3nw")).toBeNull();
		expect(endsOf(PLACES, "a1-b1")).toEqual([
			{ x: 0, y: 0 },
			{ x: 100, y: 0 },
		]);
		expect(standOf(PLACES, "a1-b1")).toEqual({ x: 60, y: 0 });
		expect(standOf(PLACES, "never seen")).toBeNull();
	});

	it.each([
		["a1-b1", "edge"],
		["a1/b2", "diagonal"],
		["a1/b2>b1", "T"],
		["a1-b1=a2-b2", "H"],
	])("%s is a plank of shape %s", (slot, shape) => {
		expect(shapeOf(slot)).toBe(shape);
	});
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

it("a scene comes apart into layers, each part once", () => {
	const scene = layersOf(
		'<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="d"/></defs><g class="canal"><rect/><g clip-path="url(#c)">' +
			'<path class="wave tide0"/><path class="glint tide0"/><path class="wave tide1"/></g></g>' +
			'<g class="afloat"><path/></g><g class="posts"/></svg>',
	);
	expect(scene.defs).toContain('id="d"');
	expect(scene.tides[0]?.match(/<path/g)).toHaveLength(2);
	expect(scene.tides[0]).toContain("url(#c)");
	expect(scene.back).toContain("canal");
	expect(scene.back).not.toContain("tide");
	expect(scene.gondola).toContain("afloat");
	expect(scene.front).toContain("posts");
	expect(scene.front).not.toContain("canal");
});
