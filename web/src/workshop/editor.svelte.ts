import { Refused } from "../socket.svelte";
import type { CheckedDraft, Colour, Draft, Side, Words, WorkshopKit } from "../wire";
import { workshop } from "./api";
import {
	canHold,
	gemAt,
	imagesOf,
	isSame,
	layGem,
	type Mode,
	missing,
	modeOf,
	moveGem,
	onSide,
	partnersOf,
	placesOf,
	setPost,
	takeGem,
	tidy,
} from "./board";
import { amend, begin, change, redo, undo } from "./history";
import { Latest } from "./latest";
import { isPassing, PATIENCE } from "./longwork.svelte";
import { keepBoard, newId, setLastBoard } from "./shelf";

/** What is taken up: a gem on the board, or one that is still to be laid. */
export type Held = { field: string } | { colour: Colour };

/** One board being made: what can be done to it, what is said of it, and where it is kept. */
export class Editor {
	readonly #kits: Record<Side, WorkshopKit>;
	#history = $state.raw(begin<Draft>({ name: "", side: "day", posts: [], gems: {} as Draft["gems"], is_box: false }));
	#isTyping = false;

	mode = $state<Mode>("both");
	/** The post whose kind can be changed. */
	spot = $state<string | null>(null);
	held = $state.raw<Held | null>(null);
	/** The place that is pointed at. */
	peek = $state<string | null>(null);
	id = $state(newId());
	/** Of the board as it is now; null while it is being checked. */
	verdict = $state.raw<CheckedDraft | null>(null);
	/** What the last check said, until there is a newer one. */
	lastVerdict = $state.raw<CheckedDraft | null>(null);
	refusal = $state.raw<Words | null>(null);
	readonly #checks: Latest<Draft, CheckedDraft>;

	constructor(kits: Record<Side, WorkshopKit>) {
		this.#kits = kits;
		this.#checks = new Latest<Draft, CheckedDraft>(
			(draft) => workshop.check(draft),
			(draft, found) => {
				if (!isSame(draft, this.draft)) return;
				this.verdict = this.lastVerdict = found;
				this.refusal = null;
				if (this.isKept) this.keep();
			},
			(error) => {
				if (!(error instanceof Refused)) throw error;
				this.refusal = error.words;
				if (isPassing(error)) setTimeout(() => this.verdict ?? this.#checks.ask(this.draft), PATIENCE);
			},
		);
	}

	get draft(): Draft {
		return this.#history.now;
	}
	get kit(): WorkshopKit {
		return this.#kits[this.draft.side];
	}
	/** Copied from a box: it stays here. */
	get isBox(): boolean {
		return this.draft.is_box;
	}
	/** Not only looked at. What was undone has been changed, too. */
	get isKept(): boolean {
		return this.canUndo || this.canRedo || this.isBox;
	}
	get canUndo(): boolean {
		return this.#history.past.length > 0;
	}
	get canRedo(): boolean {
		return this.#history.future.length > 0;
	}
	readonly images = $derived.by(() => imagesOf(this.kit, this.mode));
	readonly places = $derived.by(() => placesOf(this.kit, this.draft));
	readonly missing = $derived.by(() => missing(this.kit, this.draft));
	/** For the option `board`; empty while the board cannot be played, or is not checked yet. */
	readonly code = $derived.by(() => this.verdict?.code ?? "");

	plain(side: Side): Draft {
		return this.#kits[side].plain;
	}

	get heldColour(): Colour | null {
		if (!this.held) return null;
		return "colour" in this.held ? this.held.colour : gemAt(this.draft, this.held.field);
	}

	/** Another board: it is kept once it is changed. */
	open(draft: Draft, id = newId()): void {
		const board = tidy(this.#kits[draft.side], draft);
		this.#history = begin(board);
		this.mode = board.gems.red?.length ? modeOf(this.#kits[board.side], board) : "both";
		this.id = id;
		this.letGo();
		setLastBoard(id);
		this.#judge();
	}

	/** The same board altogether different, as one change. */
	replace(draft: Draft): void {
		this.#change(tidy(this.#kits[draft.side], draft));
		this.mode = modeOf(this.kit, this.draft);
	}

	undo(): void {
		this.#history = undo(this.#history);
		this.#changed();
	}

	redo(): void {
		this.#history = redo(this.#history);
		this.#changed();
	}

	rename(name: string): void {
		const next = { ...this.draft, name };
		// One name is one change, however many letters it has.
		if (this.#isTyping && this.canUndo) this.#history = amend(this.#history, next);
		else this.#history = change(this.#history, next);
		this.#isTyping = true;
		this.#judge();
	}

	setSide(side: Side): void {
		if (side !== this.draft.side) this.#change(onSide(this.#kits[side], this.draft));
	}

	setPost(symbol: string): void {
		if (this.spot) this.#change(setPost(this.kit, this.draft, this.images, this.spot, symbol));
	}

	takeAll(): void {
		this.#change({ ...this.draft, gems: this.kit.plain.gems });
	}

	/** Whether what is held can be laid there. */
	canLay(field: string): boolean {
		return this.#laid(field) !== null;
	}

	/** Lays what is held there. */
	lay(field: string): boolean {
		return this.#change(this.#laid(field));
	}

	/** Takes a gem off the board, and its partners. */
	take(field: string): void {
		if (gemAt(this.draft, field)) this.#change(takeGem(this.kit, this.draft, this.images, field));
	}

	partners(field: string): string[] {
		return canHold(this.images, field) ? partnersOf(this.images, field) : [];
	}

	letGo(): void {
		this.held = null;
		this.peek = null;
		this.spot = null;
	}

	/** A press, or Enter, on a place. */
	choose(field: string): void {
		const colour = gemAt(this.draft, field);
		const isOwn = this.held && "field" in this.held && this.held.field === field;
		if (this.held && !isOwn && !colour) {
			if (this.lay(field)) this.spot = null;
			return;
		}
		this.held = isOwn || !colour ? null : { field };
		this.spot = isOwn ? null : field.slice(0, 2);
	}

	chooseNew(colour: Colour): void {
		const isSameAgain = this.held && "colour" in this.held && this.held.colour === colour;
		this.held = isSameAgain ? null : { colour };
		this.spot = null;
	}

	#laid(field: string): Draft | null {
		if (!this.held) return null;
		if ("colour" in this.held) return layGem(this.kit, this.draft, this.images, this.held.colour, field);
		return moveGem(this.kit, this.draft, this.images, this.held.field, field);
	}

	#change(next: Draft | null): boolean {
		if (!next || isSame(next, this.draft)) return false;
		this.#history = change(this.#history, next);
		this.#changed();
		return true;
	}

	#changed(): void {
		this.#isTyping = false;
		this.held = null;
		this.#judge();
	}

	#judge(): void {
		this.verdict = null;
		if (this.isKept) this.keep();
		void this.#checks.ask(this.draft);
	}

	/** Stays in this browser. */
	keep(): void {
		keepBoard({ id: this.id, draft: this.draft, code: this.code });
		setLastBoard(this.id);
	}
}
