import { beforeEach, describe, expect, it, vi } from "vitest";
import { Drag } from "../src/games/drag.svelte";
import { along } from "../src/games/roving";

let drag: Drag<string>;
const capture = vi.fn();

beforeEach(() => {
	drag = new Drag();
	capture.mockClear();
});

function at(clientX: number, { id = 1, buttons = 1, button = 0 } = {}): PointerEvent {
	const currentTarget = { setPointerCapture: capture };
	return { clientX, clientY: 0, pointerId: id, buttons, button, currentTarget } as unknown as PointerEvent;
}

describe("dragging", () => {
	it("begins when the pointer has gone far enough, and swallows the click after it", () => {
		const lift = vi.fn();
		drag.press(at(0), "R");
		expect(drag.move(at(5), lift)).toBeNull();
		expect(drag.move(at(20), lift)).toEqual({ item: "R", x: 20, y: 0 });
		expect(drag.move(at(30), lift)).toEqual({ item: "R", x: 30, y: 0 });
		expect(lift).toHaveBeenCalledExactlyOnceWith("R");
		expect(capture).toHaveBeenCalledOnce();
		expect(drag.release(at(30))).toEqual({ item: "R", x: 30, y: 0 });
		expect(drag.held).toBeNull();
		expect([drag.swallowsClick(), drag.swallowsClick()]).toEqual([true, false]);
	});

	it("leaves a click alone", () => {
		drag.press(at(0), "R");
		expect(drag.release(at(3))).toBeNull();
		expect(drag.swallowsClick()).toBe(false);
	});

	it("forgets what was let go where nobody saw it", () => {
		drag.press(at(0), "R");
		expect(drag.move(at(50, { buttons: 0 }))).toBeNull();
		expect(drag.move(at(80))).toBeNull();
	});

	it("heeds one finger, and the first button only", () => {
		drag.press(at(0, { button: 2 }), "R");
		expect(drag.move(at(50))).toBeNull();
		drag.press(at(0), "R");
		drag.move(at(50));
		drag.press(at(0, { id: 2 }), "B");
		expect(drag.move(at(60, { id: 2 }))).toBeNull();
		expect(drag.held?.item).toBe("R");
	});
});

it("goes along a row by keys, round and round", () => {
	expect(["ArrowLeft", "ArrowRight", "Home", "End", "a"].map((key) => along(key, 0, 3))).toEqual([
		2,
		1,
		0,
		2,
		undefined,
	]);
	expect(along("ArrowDown", 2, 3)).toBe(0);
});
