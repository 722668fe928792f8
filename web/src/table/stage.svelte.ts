import { tick } from "svelte";
import { settings } from "../settings.svelte";
import type { Change } from "../socket.svelte";
import type { GameView, Line, Table } from "../wire";

/** What is on the table now. */
export interface Moment {
	table: Table;
	before: GameView | null;
	step: Line[];
}

/** More changes than these are not shown one by one; whoever wants to see bots at leisure sees many. */
const MOST_WAITING = { normal: 3, slow: 60, step: 60 };
/** Milliseconds from one thing that bots do to the next. */
const LEISURE = 1600;

function isByBot({ step, table }: Pick<Moment, "step" | "table">): boolean {
	return step.some(({ actor }) => table.people[actor]?.kind === "bot");
}

/** Lets each change be seen before the next: changes wait here until the game has shown the one before. */
export class Stage {
	moment = $state.raw<Moment | null>(null);
	/** The moment that has been shown to its end: what is said beside the board must not be ahead of it. */
	told = $state.raw<Moment | null>(null);
	#waiting = $state.raw<Change[]>([]);
	#isPlaying = $state(false);
	/** Whether the next is shown when somebody asks for it. */
	#isHeld = $state(false);
	#isHurried = false;
	#go: () => void = () => {};
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

	get isHeld(): boolean {
		return this.#isHeld;
	}

	/** Whether what is being shown should come to its end at once. */
	get isHurried(): boolean {
		return this.#isHurried;
	}

	/** What is being shown comes to its end, and the next comes at once. */
	hurry(): void {
		this.#isHurried = this.#isPlaying;
		this.#go();
	}

	/** The game hands over what it shows of the moment. */
	readonly perform = (effects: Promise<unknown>): void => {
		this.#effects.push(effects);
	};

	readonly look = (change: Change): void => {
		if (!change.isNext || !this.moment) {
			this.#cut();
			this.moment = { table: change.table, before: null, step: change.step };
			this.told = this.moment;
			return;
		}
		const latest = this.#waiting.at(-1)?.table ?? this.moment.table;
		if (latest.now === change.table.now) {
			// Only people came or went: nothing to animate.
			const { people, is_started } = change.table;
			this.moment = { ...this.moment, table: { ...this.moment.table, people, is_started } };
			if (this.told) this.told = { ...this.told, table: { ...this.told.table, people, is_started } };
			this.#waiting = this.#waiting.map((waiting) => ({ ...waiting, table: { ...waiting.table, people, is_started } }));
			return;
		}
		this.#waiting = [...this.#waiting, change];
		if (document.hidden || this.#waiting.length > MOST_WAITING[settings.kept.pace]) this.#catchUp();
		else if (!this.#isPlaying) void this.#play();
	};

	async #play(): Promise<void> {
		const cuts = this.#cuts;
		this.#isPlaying = true;
		for (let change = this.#waiting[0]; change; change = this.#waiting[0]) {
			const { pace } = settings.kept;
			if (pace !== "normal" && isByBot(change)) await this.#hold(pace);
			if (cuts !== this.#cuts) return;
			this.#isHurried = false;
			this.#waiting = this.#waiting.slice(1);
			this.#effects = [];
			this.moment = { table: change.table, before: this.moment?.table.now.view ?? null, step: change.step };
			await tick();
			await Promise.allSettled(this.#effects);
			if (cuts !== this.#cuts) return;
			this.told = this.moment;
		}
		this.#isPlaying = false;
	}

	/** Bots are seen at the pace that people like. */
	async #hold(pace: "slow" | "step"): Promise<void> {
		if (pace === "slow" && !(this.moment && isByBot(this.moment))) return;
		this.#isHeld = pace === "step";
		let timer: ReturnType<typeof setTimeout> | undefined;
		await new Promise<void>((done) => {
			this.#go = done;
			if (pace === "slow") timer = setTimeout(done, LEISURE);
		});
		clearTimeout(timer);
		this.#isHeld = false;
	}

	/** The newest at once, and only what happened is told. */
	#catchUp(): void {
		const table = this.#waiting.at(-1)?.table ?? this.moment?.table;
		const step = this.#waiting.flatMap((change) => change.step);
		this.#cut();
		if (!table) return;
		this.moment = { table, before: null, step };
		this.told = this.moment;
	}

	#cut(): void {
		this.#cuts += 1;
		this.#waiting = [];
		this.#isPlaying = false;
		this.#isHurried = false;
		this.#go();
	}

	readonly #hide = (): void => {
		if (document.hidden) this.#catchUp();
	};
}
