import { currentLanguage, say, t } from "../i18n.svelte";
import { Refused } from "../socket.svelte";
import type { Reading, Readings } from "../wire";
import type { Actions } from "./actions.svelte";
import type { Seating } from "./seating.svelte";

/** Until somebody who types has stopped for a moment. */
const PAUSE = 150;

/** A move that is typed: the server reads it, and nothing is done that has not been shown first. Nothing of it is kept. */
export class Typing {
	text = $state("");
	/** The one of those found that is picked by the arrow keys; -1: none. */
	picked = $state(-1);
	/** What was read, and of which text. */
	#found = $state.raw<{ text: string; readings: Readings } | null>(null);
	#trouble = $state("");
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #seating: Seating;
	readonly #actions: Actions;

	constructor(seating: Seating, actions: Actions) {
		this.#seating = seating;
		this.#actions = actions;
		let version = seating.common?.now.version;
		$effect(() => {
			// What was read is read anew when the table has changed.
			const { mover, common } = seating;
			if (mover === null || version === common?.now.version) return;
			version = common?.now.version;
			this.change();
		});
		$effect(() => () => clearTimeout(this.#timer));
	}

	readonly #read = $derived.by(() => (this.#found?.text === this.text ? this.#found.readings : null));
	readonly found: readonly Reading[] = $derived(this.#read?.readings ?? []);

	/** The one that Enter makes. */
	readonly meant: Reading | null = $derived.by(() => {
		if (this.picked >= 0) return this.found[this.picked] ?? null;
		return this.#read && (this.#read.is_clear || this.#read.count === 1) ? (this.found[0] ?? null) : null;
	});

	/** What is to be said of what was typed. */
	readonly status = $derived.by(() => {
		if (!this.text.trim()) return "";
		if (this.#seating.mover === null) return t("web_type_wait");
		if (this.#trouble) return this.#trouble;
		if (this.meant) return t("web_type_clear", { move: this.words(this.meant) });
		if (this.#read?.why) return say(this.#read.why);
		return this.#read ? t("web_type_many", { count: this.#read.count }) : "";
	});

	words({ said, note }: Reading): string {
		return note ? t("web_type_reading", { move: say(said), note: say(note) }) : say(said);
	}

	/** The text is another one. */
	change(): void {
		this.picked = -1;
		this.#trouble = "";
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.#ask(), PAUSE);
	}

	/** By the arrow keys, round and round; none is between the last and the first. */
	pick(step: number): void {
		const count = this.found.length + 1;
		this.picked = ((this.picked + 1 + step + count) % count) - 1;
	}

	/** Makes the move that is meant; what has not been read yet is read first. */
	async enter(): Promise<void> {
		const { meant } = this;
		if (this.#seating.mover === null) return;
		if (!meant) {
			clearTimeout(this.#timer);
			if (!this.#read) await this.#ask();
			return;
		}
		await this.make(meant);
	}

	async make({ move }: Reading): Promise<void> {
		this.clear();
		await this.#actions.move(move).catch(() => undefined); // people are told why
	}

	clear(): void {
		clearTimeout(this.#timer);
		this.text = "";
		this.picked = -1;
		this.#found = null;
		this.#trouble = "";
	}

	async #ask(): Promise<void> {
		const { text } = this;
		const { mover, isShared, opened } = this.#seating;
		const connection = mover === null ? null : this.#seating.connectionOf(mover);
		if (!connection || !text.trim()) return;
		try {
			const readings = await connection.read(text, currentLanguage(), isShared && opened === null);
			if (text === this.text) this.#found = { text, readings };
		} catch (error) {
			if (error instanceof Refused && text === this.text) this.#trouble = say(error.words);
		}
	}
}
