import { tick } from "svelte";
import type { Glimpse } from "../socket.svelte";
import type { GameView, Line, Table } from "../wire";

/** What is on the table now. */
export interface Scene {
	table: Table;
	before: GameView | null;
	step: Line[];
}

/** More changes than these are not shown one by one. */
const MOST_WAITING = 3;

/** Lets each change be seen before the next: glimpses wait here until the game has shown the one before. */
export class Stage {
	scene = $state.raw<Scene | null>(null);
	#waiting = $state.raw<Glimpse[]>([]);
	#isPlaying = $state(false);
	#effects: Promise<unknown>[] = [];
	/** Counts what was cut short, so that nobody goes on with it. */
	#cuts = 0;

	constructor() {
		document.addEventListener("visibilitychange", this.#hide);
	}

	close(): void {
		document.removeEventListener("visibilitychange", this.#hide);
		this.#cut();
	}

	/** Whether the newest is shown; before that nobody should act. */
	get isQuiet(): boolean {
		return this.#waiting.length === 0;
	}

	/** Whether it has been shown to its end. */
	get isAtRest(): boolean {
		return this.isQuiet && !this.#isPlaying;
	}

	/** The game hands over what it shows of the scene. */
	readonly perform = (effects: Promise<unknown>): void => {
		this.#effects.push(effects);
	};

	readonly look = (glimpse: Glimpse): void => {
		if (!glimpse.isNext || !this.scene) {
			this.#cut();
			this.scene = { table: glimpse.table, before: null, step: glimpse.step };
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
		if (document.hidden || this.#waiting.length > MOST_WAITING) this.#catchUp();
		else if (!this.#isPlaying) void this.#play();
	};

	async #play(): Promise<void> {
		const cuts = this.#cuts;
		this.#isPlaying = true;
		for (let glimpse = this.#waiting[0]; glimpse; glimpse = this.#waiting[0]) {
			this.#waiting = this.#waiting.slice(1);
			this.#effects = [];
			this.scene = { table: glimpse.table, before: this.scene?.table.now.view ?? null, step: glimpse.step };
			await tick();
			await Promise.allSettled(this.#effects);
			if (cuts !== this.#cuts) return;
		}
		this.#isPlaying = false;
	}

	/** The newest at once, and only what happened is told. */
	#catchUp(): void {
		const table = this.#waiting.at(-1)?.table ?? this.scene?.table;
		const step = this.#waiting.flatMap((glimpse) => glimpse.step);
		this.#cut();
		if (table) this.scene = { table, before: null, step };
	}

	#cut(): void {
		this.#cuts += 1;
		this.#waiting = [];
		this.#isPlaying = false;
	}

	readonly #hide = (): void => {
		if (document.hidden) this.#catchUp();
	};
}
