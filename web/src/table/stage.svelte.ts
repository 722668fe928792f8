import { settings } from "../settings.svelte";
import type { Glimpse } from "../socket.svelte";
import type { GameView, Line, Table } from "../wire";

/** What is on the table now. */
export interface Scene {
	table: Table;
	before: GameView | null;
	step: Line[];
}

const BEAT = 600;
const QUICK = 140;

/** Lets each change be seen before the next: glimpses wait here for their turn, and hurry when many do. */
export class Stage {
	scene = $state.raw<Scene | null>(null);
	#waiting = $state.raw<Glimpse[]>([]);
	#timer: ReturnType<typeof setTimeout> | undefined;

	/** Whether the newest is shown; before that nobody should act. */
	get isQuiet(): boolean {
		return this.#waiting.length === 0;
	}

	readonly look = (glimpse: Glimpse): void => {
		if (!glimpse.isNext || !this.scene) {
			this.#stop();
			this.scene = { table: glimpse.table, before: null, step: [] };
			return;
		}
		const latest = this.#waiting.at(-1)?.table ?? this.scene.table;
		if (latest.now === glimpse.table.now) {
			// Only people came or went: nothing to animate.
			const { people, is_started } = glimpse.table;
			this.scene = { ...this.scene, table: { ...this.scene.table, people, is_started } };
			this.#waiting = this.#waiting.map((waiting) => ({ ...waiting, table: { ...waiting.table, people, is_started } }));
			return;
		}
		this.#waiting = [...this.#waiting, glimpse];
		if (this.#timer === undefined) this.#next();
	};

	close(): void {
		this.#stop();
	}

	#stop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#waiting = [];
	}

	#next = (): void => {
		this.#timer = undefined;
		const [glimpse, ...rest] = this.#waiting;
		if (!glimpse) return;
		this.#waiting = rest;
		this.scene = { table: glimpse.table, before: this.scene?.table.now.view ?? null, step: glimpse.step };
		if (document.hidden || settings.isStill) {
			this.#next();
			return;
		}
		this.#timer = setTimeout(this.#next, rest.length > 3 ? QUICK : BEAT);
	};
}
