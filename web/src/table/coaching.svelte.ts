import type { Advice } from "../games/props";
import { load, save } from "../storage";
import type { GameName } from "../wire";

/** So often each piece of advice is given; and at so many tables the aim of a game. */
const TIMES = 3;

interface Kept {
	/** Games in which nobody wants advice any more. */
	off: Record<GameName, boolean>;
	/** By game: the first tables, which show the aim. */
	tables: Record<GameName, string[]>;
	/** By piece of advice. */
	given: Record<string, number>;
}

/** Which advice is due in this browser: what was given often enough, or put away, does not come again. */
export class Coaching {
	#kept = $state<Kept>({ off: {}, tables: {}, given: {}, ...load<Partial<Kept>>("coach", {}) });
	readonly #game: GameName;
	readonly #table: string;
	/** Given in this turn: it stays, and counts once. */
	readonly #turn = new Set<string>();
	#due = $state.raw<Advice | null>(null);
	/** While the game asks something itself. */
	isSilent = $state(false);

	constructor(game: GameName, table: string) {
		this.#game = game;
		this.#table = table;
		const first = this.#kept.tables[game] ?? [];
		if (!this.isOff && first.length < TIMES && !first.includes(table)) this.#kept.tables[game] = [...first, table];
		this.#save();
	}

	/** What there is to say now; a turn counts as one time. */
	hear(advice: Advice | null, isTurn: boolean): void {
		if (!isTurn) this.#turn.clear();
		this.#due = advice && this.#isDue(advice.id) ? advice : null;
	}

	#isDue(id: string): boolean {
		if (this.#turn.has(id)) return true;
		const given = this.#kept.given[id] ?? 0;
		if (this.isOff || given >= TIMES) return false;
		this.#turn.add(id);
		this.#kept.given[id] = given + 1;
		this.#save();
		return true;
	}

	get isOff(): boolean {
		return this.#kept.off[this.#game] ?? false;
	}

	get advice(): Advice | null {
		return this.isOff || this.isSilent ? null : this.#due;
	}

	get isFirst(): boolean {
		return !this.isOff && (this.#kept.tables[this.#game] ?? []).includes(this.#table);
	}

	/** Whether the aim is said: at the first tables, and with every advice. */
	get isOn(): boolean {
		return this.isFirst || (!this.isOff && this.#due !== null);
	}

	dismiss(): void {
		this.#kept.off[this.#game] = true;
		this.#save();
	}

	/** From the beginning. */
	restart(): void {
		this.#kept.off[this.#game] = false;
		this.#kept.tables[this.#game] = [this.#table];
		this.#kept.given = {};
		this.#save();
	}

	#save(): void {
		save("coach", this.#kept);
	}
}
