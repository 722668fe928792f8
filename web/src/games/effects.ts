import { settings } from "../settings.svelte";
import { play, type Sound } from "../sound";

/**
 * What is seen and heard of one change, all on the clock of the page's animations: it can be waited for, sped up and
 * ended as one. Where nothing may move nothing waits.
 */
export class Effects {
	readonly #speed: number;
	readonly #running = new Set<Animation>();
	#isEnded = false;

	constructor(speed = 1) {
		this.#speed = speed;
	}

	/** Resolves when it is through, with false when it was ended before. */
	async run(
		node: Element | null | undefined,
		frames: Keyframe[] | null,
		timing: KeyframeAnimationOptions,
	): Promise<boolean> {
		if (this.#isEnded || settings.isStill || !node?.animate) return !this.#isEnded;
		return this.#follow([node.animate(frames, timing)]);
	}

	/** Resolves when all that the style sheet moves inside a node has come to rest. */
	async rest(node: Element | null | undefined): Promise<boolean> {
		if (this.#isEnded || settings.isStill || !node?.getAnimations) return !this.#isEnded;
		const hasEnd = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
		return this.#follow(node.getAnimations({ subtree: true }).filter(hasEnd));
	}

	async #follow(animations: Animation[]): Promise<boolean> {
		for (const animation of animations) {
			animation.playbackRate = this.#speed;
			this.#running.add(animation);
		}
		await Promise.allSettled(animations.map((animation) => animation.finished));
		for (const animation of animations) this.#running.delete(animation);
		return !this.#isEnded;
	}

	/** Time to read, or until something is due. */
	wait(node: Element | null | undefined, duration: number): Promise<boolean> {
		return this.run(node, null, { duration });
	}

	async sound(sound: Sound, node: Element | null | undefined = null, at = 0): Promise<void> {
		if (await this.wait(node, at)) play(sound);
	}

	/** Everything is where it belongs at once, and what was still to come does not. */
	end(): void {
		this.#isEnded = true;
		for (const animation of this.#running) animation.cancel();
	}
}
