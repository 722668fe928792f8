import { tick } from "svelte";
import { settings } from "../../settings.svelte";
import { play } from "../../sound";
import type { XeQueoResult, XeQueoScene, XeQueoView } from "../../wire";
import { Effects } from "../effects";
import { type Act, heldView } from "./act";
import { at, isJumping, type Point } from "./geometry";
import { dropIn, flight, place, travel } from "./motion";

/** Milliseconds to read what an act of the reveal has brought: the cry, the cards, the verdict. */
const READING = [300, 200, 1600] as const;

/** Acts out what happened between two views, on the elements of a table. */
export class Show {
	/** The end of a round, in acts. */
	reveal = $state.raw<{ result: XeQueoResult; act: number } | null>(null);
	/** The table as it was until the end of the round has been shown: score, cards and what comes next must wait. */
	held = $state.raw<XeQueoView | null>(null);
	/** The piece that is on its way: it is over all others. */
	moving = $state<string | null>(null);
	/** A piece that was let go, until the view says where it is. */
	dropped = $state.raw<{ piece: string; at: Point } | null>(null);
	/** A card on its way under the deck. */
	tucked = $state.raw<{ piece: string; x: number; y: number; width: number; isOpen: boolean } | null>(null);

	/** The ring on its way to who won it. */
	flying = $state.raw<{ x: number; y: number; size: number } | null>(null);

	readonly #root: () => HTMLElement;
	readonly #scene: () => XeQueoScene;
	#effects = new Effects();

	constructor(root: () => HTMLElement, scene: () => XeQueoScene) {
		this.#root = root;
		this.#scene = scene;
	}

	/** Whatever is on is over at once. */
	skip(): void {
		this.#effects.end();
		this.reveal = null;
		this.held = null;
		this.flying = null;
		this.moving = null;
	}

	/** Resolves when all is seen. */
	async perform(act: Act, before: XeQueoView | null, view: XeQueoView, speed = 1): Promise<void> {
		this.skip();
		const effects = new Effects(speed);
		this.#effects = effects;
		const { dropped } = this;
		this.dropped = null;
		if (act.kind === "go") await this.#go(effects, act.piece, act.path, dropped);
		else if (act.kind === "deal") await this.#deal(effects, view, act.pieces);
		else if (act.kind === "slide") await this.#settle(effects, view, act.from);
		else if (act.kind === "lay") await this.#lay(effects, act.square);
		else if (act.kind === "chosen") play("card");
		else if (act.kind === "end" && before) await this.#end(effects, before, view, act, dropped);
	}

	/** A piece goes gently back to where it stands. */
	putBack(piece: string, from: Point, view: XeQueoView): void {
		this.skip();
		this.dropped = null;
		this.#effects = new Effects();
		const home = view.pieces.find((each) => each.letter === piece)?.square;
		if (home) void this.#slide(this.#effects, piece, from, this.#at(home), 260);
	}

	/** One's own card slides under the deck; nothing else waits for it. */
	async tuck(piece: string, from: Element | null | undefined, deck: Element | null | undefined): Promise<void> {
		play("card");
		if (!from || !deck || settings.isStill) return;
		const [start, end, home] = [from, deck, this.#root()].map((node) => node.getBoundingClientRect()) as Rects;
		this.tucked = { piece, x: start.left - home.left, y: start.top - home.top, width: start.width, isOpen: true };
		await tick();
		const transform = `translate(${end.left - start.left}px, ${end.top - start.top}px) scale(${end.height / start.height})`;
		const through = new Effects().run(
			this.#find(".tucked"),
			[{ transform: "none" }, { transform, opacity: 1, offset: 0.9 }, { transform, opacity: 0 }],
			{ duration: 620, easing: "cubic-bezier(0.4, 0, 0.3, 1)" },
		);
		this.tucked = { ...this.tucked, isOpen: false };
		await through;
		this.tucked = null;
	}

	#at(square: string): Point {
		return at(this.#scene(), square);
	}

	#find(selector: string): Element | null {
		return this.#root().querySelector(selector);
	}

	#body(piece: string): Element | null {
		return this.#find(`[data-piece="${piece}"]`);
	}

	async #slide(effects: Effects, piece: string, from: Point, to: Point, duration: number): Promise<void> {
		this.moving = piece;
		await tick();
		const easing = "cubic-bezier(0.2, 0.8, 0.3, 1)";
		await effects.run(this.#body(piece), [{ transform: place(from, 1.1) }, { transform: place(to) }], {
			duration,
			easing,
		});
		if (this.moving === piece) this.moving = null;
	}

	/** A piece goes its way; one that was dragged is there already. */
	async #go(effects: Effects, piece: string, path: string[], dropped: Show["dropped"]): Promise<boolean> {
		const points = path.map((square) => this.#at(square));
		const sound = isJumping(this.#scene(), path) ? "jump" : "step";
		if (settings.isStill || dropped?.piece === piece) {
			play(sound);
			if (dropped) await this.#slide(effects, piece, dropped.at, points.at(-1) as Point, 140);
			return true;
		}
		this.moving = piece;
		await tick();
		const { frames, shadow, duration, landings } = travel(this.#scene(), points);
		const body = this.#body(piece);
		for (const landing of landings) void effects.sound(sound, body, Math.max(0, landing * duration - 130));
		void effects.run(body?.querySelector(".shade"), shadow, { duration });
		const isThrough = await effects.run(body, frames, { duration });
		if (this.moving === piece) this.moving = null;
		return isThrough;
	}

	/** After something was taken back: all at once. */
	async #settle(effects: Effects, view: XeQueoView, from: Record<string, string>): Promise<void> {
		const places = new Map(view.pieces.map((piece) => [piece.letter, this.#at(piece.square)]));
		const slides = Object.entries(from).map(([piece, square]) => {
			const to = places.get(piece);
			return to && this.#slide(effects, piece, this.#at(square), to, 300);
		});
		await Promise.all(slides);
	}

	/** Pieces drop onto the board, one after the other. */
	async #deal(effects: Effects, view: XeQueoView, pieces: string[]): Promise<void> {
		if (settings.isStill) return;
		await tick();
		const dealt = view.pieces.filter((piece) => pieces.includes(piece.letter));
		await Promise.all(
			dealt.map(({ letter, square }, index) => {
				const body = this.#body(letter);
				const delay = 75 * index;
				void effects.sound("step", body, delay + 220);
				const timing = { duration: 320, delay, fill: "backwards", easing: "ease-in" } as const;
				return effects.run(body, dropIn(this.#at(square)), timing);
			}),
		);
	}

	async #lay(effects: Effects, square: string): Promise<void> {
		play("ring");
		await tick();
		await effects.run(this.#find(".ring"), dropIn(this.#at(square)), { duration: 320, easing: "ease-in" });
	}

	async #end(
		effects: Effects,
		before: XeQueoView,
		view: XeQueoView,
		act: Act & { kind: "end" },
		dropped: Show["dropped"],
	): Promise<void> {
		const { result, ring, path } = act;
		const isLost = view.seat !== null && result.winner !== view.seat;
		if (settings.isStill) {
			play(isLost ? "lose" : "win");
			return;
		}
		this.held = heldView(before, act);
		if (path.length < 2) play("call");
		else if (!(await this.#go(effects, result.piece, path, dropped))) return;
		for (const [act, reading] of READING.entries()) {
			this.reveal = { result, act };
			if (act === 1) play("reveal");
			await tick();
			if (!(await effects.rest(this.#find(".reveal"))) || !(await effects.wait(this.#root(), reading))) return;
		}
		this.reveal = { result, act: READING.length };
		if (ring && !(await this.#fly(effects, ring, result.winner))) return;
		play(isLost ? "lose" : view.places.length ? "win" : "ring");
		this.skip();
	}

	/** The ring goes from the board to whoever won it. */
	async #fly(effects: Effects, ring: string, seat: number): Promise<boolean> {
		const slot = this.#find(`[data-seat="${seat}"] .rings .next`) ?? this.#find(`[data-seat="${seat}"] .rings`);
		const board = this.#find(".board")?.getBoundingClientRect();
		if (!slot || !board) return true;
		if (this.held) this.held = { ...this.held, ring: null };
		const { thing, width } = this.#scene();
		const unit = board.width / width;
		const home = this.#root().getBoundingClientRect();
		const { x, y } = this.#at(ring);
		const size = 2 * thing * unit;
		const from = new DOMRect(board.left + (x - thing) * unit, board.top + (y - thing) * unit, size, size);
		this.flying = { x: from.left - home.left, y: from.top - home.top, size };
		await tick();
		const timing = { duration: 850, easing: "cubic-bezier(0.4, 0, 0.3, 1)" };
		const isThrough = await effects.run(this.#find(".flyer"), flight(from, slot.getBoundingClientRect()), timing);
		this.flying = null;
		return isThrough;
	}
}

type Rects = [DOMRect, DOMRect, DOMRect];
