import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Effects } from "../src/games/effects";
import { settings } from "../src/settings.svelte";
import * as sound from "../src/sound";

/** Animations that end when they are told to: the clock stands still. */
class FakeAnimation {
	playbackRate = 1;
	finish = () => {};
	cancel = () => {};
	readonly effect = { getComputedTiming: () => ({ endTime: this.length }) };
	readonly finished = new Promise<void>((resolve, reject) => {
		this.finish = resolve;
		this.cancel = () => reject(new DOMException("ended", "AbortError"));
	});
	constructor(readonly length = 100) {}
}

let started: FakeAnimation[];
const node = {
	animate: (_: unknown, { duration }: { duration: number }) => {
		started.push(new FakeAnimation(duration));
		return started.at(-1);
	},
} as unknown as Element;

beforeEach(() => {
	started = [];
	settings.set({ motion: "full" });
	vi.spyOn(sound, "play").mockImplementation(() => {});
});
afterEach(() => {
	vi.restoreAllMocks();
});

it("tells when an animation is through, at the speed that was asked for", async () => {
	const run = new Effects(4).run(node, [], { duration: 100 });
	expect(started).toMatchObject([{ playbackRate: 4 }]);
	started[0]?.finish();
	await expect(run).resolves.toBe(true);
});

it("ends everything at once, and nothing that was to follow begins", async () => {
	const effects = new Effects();
	const [run, cue] = [effects.run(node, [], { duration: 100 }), effects.sound("step", node, 50)];
	effects.end();
	await expect(run).resolves.toBe(false);
	await cue;
	expect(sound.play).not.toHaveBeenCalled();
	await expect(effects.wait(node, 10)).resolves.toBe(false);
	expect(started).toHaveLength(2);
});

it("plays a sound when its time has come", async () => {
	const cue = new Effects().sound("step", node, 50);
	expect(sound.play).not.toHaveBeenCalled();
	started[0]?.finish();
	await cue;
	expect(sound.play).toHaveBeenCalledExactlyOnceWith("step");
});

it("waits for what the style sheet moves, but not for what never ends", async () => {
	const [short, endless] = [new FakeAnimation(), new FakeAnimation(Number.POSITIVE_INFINITY)];
	const moving = { getAnimations: () => [short, endless] } as unknown as Element;
	const rest = new Effects().rest(moving);
	short.finish();
	await expect(rest).resolves.toBe(true);
});

it("moves nothing and waits for nothing where people ask for calm", async () => {
	settings.set({ motion: "none" });
	const effects = new Effects();
	await expect(effects.run(node, [], { duration: 100 })).resolves.toBe(true);
	await effects.sound("step", node, 50);
	expect(sound.play).toHaveBeenCalledExactlyOnceWith("step");
	expect(started).toEqual([]);
});
