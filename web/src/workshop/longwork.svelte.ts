import { Refused } from "../socket.svelte";
import type { Words } from "../wire";

/** How far long work is. */
interface Part {
	done: number;
	parts: number;
	waiting: number;
}

/** Milliseconds until somebody who was told to wait asks again. */
export const PATIENCE = 1500;

/** The house is busy or out of reach: it is asked again later. Everything else stays as it is. */
export function isPassing({ code }: Refused): boolean {
	return ["too_busy", "too_fast", "web_error_offline"].includes(code);
}

/** Work that the server does piece by piece, as long as somebody asks for more. */
export class LongWork<A extends Part> {
	answer = $state.raw<A | null>(null);
	isOn = $state(false);
	refusal = $state.raw<Words | null>(null);
	#round = 0;

	get isDone(): boolean {
		return this.answer !== null && this.answer.done === this.answer.parts;
	}

	/** From the beginning, or from where it was stopped: the server knows. */
	async run(ask: () => Promise<A>): Promise<void> {
		this.#round += 1;
		const round = this.#round;
		this.isOn = true;
		this.refusal = null;
		while (round === this.#round) {
			try {
				const answer = await ask();
				if (round !== this.#round) return;
				this.answer = answer;
				this.refusal = null;
				if (this.isDone) break;
				if (answer.waiting) await pause();
			} catch (error) {
				if (!(error instanceof Refused)) throw error;
				if (round !== this.#round) return;
				this.refusal = error.words;
				if (!isPassing(error)) break;
				await pause();
			}
		}
		if (round === this.#round) this.isOn = false;
	}

	stop(): void {
		this.#round += 1;
		this.isOn = false;
	}

	clear(): void {
		this.stop();
		this.answer = null;
		this.refusal = null;
	}
}

function pause(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, PATIENCE));
}
