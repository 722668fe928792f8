import { describe, expect, it } from "vitest";
import { at } from "../../src/games/xequeo/geometry";
import { place, travel } from "../../src/games/xequeo/motion";
import { sceneOf } from "./views";

const SCENE = sceneOf();
const points = (...squares: string[]) => squares.map((square) => at(SCENE, square));

describe("a piece on its way", () => {
	it.each([[["a1", "b2"]], [["a1", "c3"]], [["a1", "c3", "c5", "e5"]]])("touches the points of %j in order", (path) => {
		const stops = points(...path);
		const { frames, shadow, landings } = travel(SCENE, stops);
		expect(frames[0]?.transform).toBe(place(stops[0] ?? { x: 0, y: 0 }));
		expect(landings).toHaveLength(path.length - 1);
		for (const [leg, landing] of landings.entries()) {
			const frame = frames.find((each) => Math.abs(Number(each.offset) - landing) < 1e-9);
			expect(frame?.transform).toBe(place(stops[leg + 1] ?? { x: 0, y: 0 }));
		}
		expect(shadow).toHaveLength(frames.length);
		const offsets = frames.map((frame) => Number(frame.offset));
		expect(offsets).toEqual([...offsets].sort((one, other) => one - other));
		expect(offsets.at(-1)).toBe(1);
	});

	it("never takes long", () => {
		const long = travel(SCENE, points("a1", "c3", "a5", "c7", "e5", "g7", "g5", "e3", "g1"));
		expect(long.duration).toBeLessThan(1000);
		expect(travel(SCENE, points("a1", "a2")).duration).toBeLessThan(long.duration);
	});

	it("rises in a jump and slides in a step", () => {
		const scales = (path: string[]) =>
			travel(SCENE, points(...path)).frames.map((frame) =>
				Number(/scale\(([\d.]+)\)/.exec(String(frame.transform))?.[1]),
			);
		expect(Math.max(...scales(["a1", "c3"]))).toBeGreaterThan(Math.max(...scales(["a1", "b2"])));
	});
});
