import { tick, untrack } from "svelte";
import { play } from "../../sound";
import type { XeQueoMove, XeQueoScene, XeQueoView } from "../../wire";
import type { GameProps } from "../props";
import type { Point } from "./geometry";
import { canPress, type Offers, offersOf } from "./offers";
import { type Refusal, whyNot, whyNotThere } from "./refusal";
import {
	back,
	type Choices,
	canCall,
	canMove,
	confirm,
	drop,
	keep,
	type Mode,
	pick,
	press,
	pressCall,
	type Step,
} from "./selection";
import type { Show } from "./show.svelte";
import { reasonText } from "./words";

/** What a turn needs to know of its table. */
export interface Table {
	scene: XeQueoScene;
	/** What is seen now. */
	view: XeQueoView;
	canAct: boolean;
	isShared: boolean;
	/** What is asked or waited for, in words. */
	prompt: () => string;
	onmove: GameProps["onmove"];
	root: HTMLElement;
	/** Puts the keys onto a point of the board. */
	focus: (square: string) => void;
}

/** What is picked, and what comes of it: pointer and keys mean the same. */
export class Turn {
	mode = $state.raw<Mode>({ kind: "idle" });
	/** Why the last press did nothing. */
	refusal = $state.raw<Refusal | null>(null);
	/** Every space says how far it is from the ring. */
	hasDistances = $state(false);

	readonly #table: () => Table;
	readonly #show: Show;

	constructor(table: () => Table, show: Show) {
		this.#table = table;
		this.#show = show;
		$effect(() => {
			const { choices } = this;
			this.refusal = null;
			this.mode = keep(
				untrack(() => this.mode),
				choices,
			);
		});
	}

	/** Whoever sits alone is offered what they may do. At a shared screen others may be looking, so there all that anybody could do
	 * is on offer, whoever has looked: the mover knows what is theirs, and the table does not tell. */
	get isOpenTable(): boolean {
		const { view, isShared } = this.#table();
		return view.seat === null || (isShared && view.phase !== "choose");
	}

	readonly moves: XeQueoMove[] = $derived.by(() => {
		const { view, canAct } = this.#table();
		if (!canAct) return [];
		if (this.isOpenTable) return view.phase === "choose" ? [] : view.reach;
		const legal = new Set(view.legal);
		return view.reach.filter((move) => legal.has(move.text));
	});

	readonly choices: Choices = $derived.by(() => {
		const { pieces, ring } = this.#table().view;
		return { moves: this.moves, pieces, ring };
	});

	readonly offers: Offers = $derived.by(() => offersOf(this.#table().view, this.moves, this.mode));

	get isChoosing(): boolean {
		return this.moves.some((move) => move.kind === "choose");
	}

	/** A question that one answer ends the round with. */
	get isAsked(): boolean {
		return this.mode.kind === "call" || this.mode.kind === "enter";
	}

	squareOf(piece: string | null): string | undefined {
		return this.#table().view.pieces.find((each) => each.letter === piece)?.square;
	}

	/** A point was clicked, tapped or entered. */
	press(square: string): void {
		if (this.mode.kind === "enter") this.mode = back(this.mode);
		if (!canPress(square, this.offers)) {
			this.#refuse(square);
			return;
		}
		const was = this.mode;
		this.#take(press(this.mode, square, this.choices));
		if (this.mode.kind === "piece" && this.mode !== was) play("tick");
	}

	/** A piece was meant, by its card or its letter. */
	pick(piece: string): void {
		const square = this.squareOf(piece);
		if (square && !this.isChoosing && !canPress(square, this.offers)) this.#refuse(square);
		else this.#take(pick(this.mode, piece, this.choices));
	}

	/** A card of the fan was raised. */
	raise(piece: string): void {
		this.mode = { kind: "card", piece };
	}

	lift(piece: string): void {
		this.#show.skip();
		this.refusal = null;
		this.mode = { kind: "piece", piece };
	}

	/** A piece was let go, beside the board where there is no square. */
	drop(piece: string, square: string | null, at: Point): void {
		const { scene, view } = this.#table();
		const step = square ? drop(piece, square, this.choices) : { mode: this.mode };
		if (step.move === undefined) this.#show.putBack(piece, at, view);
		this.#take(step, { piece, at });
		const isNoMove = square && step.mode.kind === "piece" && square !== this.squareOf(piece);
		if (isNoMove) this.#say(square, whyNotThere(scene, view, piece, square));
	}

	/** Says at every space how far it is, or no longer. */
	measure(): void {
		this.hasDistances = !this.hasDistances;
		this.refusal = null;
	}

	confirm(): void {
		this.#take(confirm(this.mode, this.choices));
	}

	async back(): Promise<void> {
		const piece = this.mode.kind === "call" || this.mode.kind === "enter" ? this.mode.piece : null;
		this.mode = back(this.mode);
		this.refusal = null;
		const square = this.squareOf(piece);
		if (!square) return;
		await tick();
		this.#table().focus(square);
	}

	/** "Xe queo!" */
	async call(): Promise<void> {
		this.#take(pressCall(this.mode, this.choices));
		if (this.mode.kind !== "pointing") return;
		play("tick");
		await tick();
		// Keys go on at the board, where the pieces are.
		const { root, view, focus } = this.#table();
		const [first] = view.pieces;
		if (first && root.contains(document.activeElement)) focus(first.square);
	}

	/** Wherever the keys are at this table. */
	key(event: KeyboardEvent): void {
		const { root, view, focus } = this.#table();
		const active = document.activeElement;
		const isHere = !active || active === document.body || root.contains(active);
		if (!isHere || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
		const letter = event.key.length === 1 ? event.key.toUpperCase() : "";
		if (this.#show.reveal && ["Escape", "Enter", " "].includes(event.key)) this.#show.skip();
		else if (event.key === "Escape" && this.refusal) this.refusal = null;
		else if (event.key === "Escape" && this.mode.kind !== "idle") void this.back();
		else if (event.key === "!" && canCall(this.moves)) void this.call();
		else if (letter && view.letters.includes(letter) && this.moves.length > 0) {
			if (this.mode.kind !== "card" || this.mode.piece !== letter) this.pick(letter);
			const square = this.squareOf(letter);
			if (square && this.mode.kind === "piece" && canMove(letter, this.moves)) focus(square);
			// The next Enter confirms, whatever had the keys before.
			if (this.mode.kind === "card")
				void tick().then(() => root.querySelector<HTMLElement>("[data-confirm]")?.focus({ preventScroll: true }));
		} else return;
		event.preventDefault();
	}

	/** Whoever acts has seen enough of what was before. */
	#take(step: Step, dropped: Show["dropped"] = null): void {
		this.refusal = null;
		this.mode = step.mode;
		if (step.move === undefined) return;
		const { root, isShared, view, onmove } = this.#table();
		const choice = this.moves.find((move) => move.text === step.move && move.kind === "choose");
		this.#show.skip();
		this.#show.dropped = dropped;
		// At a shared screen nothing may tell which card it was: no sound, no card that moves.
		if (choice && !isShared) {
			const card = root.querySelector(`.fan [data-card="${choice.piece}"] .xq-card`);
			void this.#show.tuck(choice.piece, card, root.querySelector(".near .deck"));
		}
		onmove(step.move).catch(() => {
			if (dropped) this.#show.putBack(dropped.piece, dropped.at, view);
		});
	}

	/** Nothing changes but that it is said why. */
	#refuse(square: string): void {
		const { scene, view, isShared, prompt } = this.#table();
		if (view.places.length || (view.seat === null && !isShared)) return;
		const reason = whyNot(scene, view, this.mode, this.moves, square);
		if (reason) this.#say(square, reason);
		else this.refusal = { square, text: prompt(), isFar: false };
	}

	#say(square: string, reason: Parameters<typeof reasonText>[0]): void {
		this.refusal = { square, text: reasonText(reason), isFar: reason.key === "xq_no_closer" };
	}
}
