import { tick } from "svelte";
import { settings } from "../../settings.svelte";
import { play } from "../../sound";
import type { XeQueoResult, XeQueoView } from "../../wire";
import { Effects } from "../effects";
import { at, extent, isJumping, type Point } from "./geometry";
import { dropIn, flight, place, travel } from "./motion";
import type { Plan } from "./plan";

/** Milliseconds to read what an act of the reveal has brought: the cry, the cards, the verdict. */
const READING = [300, 200, 1250] as const;

/** Acts out what happened between two views, on the elements of a table. */
export class Show {
	/** The end of a round, in acts. */
	reveal = $state.raw<{ result: XeQueoResult; act: number } | null>(null);
	/** The seat a ring is on its way to. */
	awaiting = $state<number | null>(null);
	/** The ring as long as it still lies there although the round is over. */
	leaving = $state<string | null>(null);
	/** The piece that is on its way: it is over all others. */
	moving = $state<string | null>(null);
	/** A piece that was let go, until the view says where it is. */
	dropped = $state.raw<{ piece: string; at: Point } | null>(null);
	/** A card on its way under the deck. */
	tucked = $state.raw<{ piece: string; x: number; y: number; width: number; isOpen: boolean } | null>(null);

	/** The ring is on its way. */
	get isFlying(): boolean {
		return this.reveal?.act === READING.length;
	}

	readonly #root: () => HTMLElement;
	#effects = new Effects();

	constructor(root: () => HTMLElement) {
		this.#root = root;
	}

	/** Whatever is on is over at once. */
	skip(): void {
		this.#effects.end();
		this.reveal = null;
		this.awaiting = null;
		this.leaving = null;
		this.moving = null;
	}

	/** Resolves when all is seen. */
	async perform(plan: Plan, view: XeQueoView, speed = 1): Promise<void> {
		this.skip();
		const effects = new Effects(speed);
		this.#effects = effects;
		const { dropped } = this;
		this.dropped = null;
		if (plan.kind === "go") await this.#go(effects, view, plan.piece, plan.path, dropped);
		else if (plan.kind === "deal") await this.#deal(effects, view, plan.pieces);
		else if (plan.kind === "slide") await this.#settle(effects, view, plan.from);
		else if (plan.kind === "lay") await this.#lay(effects, view, plan.square);
		else if (plan.kind === "chosen") play("card");
		else if (plan.kind === "end") await this.#end(effects, view, plan, dropped);
	}

	/** A piece goes gently back to where it stands. */
	putBack(piece: string, from: Point, view: XeQueoView): void {
		this.skip();
		this.dropped = null;
		this.#effects = new Effects();
		const home = view.pieces.find((each) => each.letter === piece)?.square;
		if (home) void this.#slide(this.#effects, piece, from, at(home, view.height), 260);
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
	async #go(
		effects: Effects,
		view: XeQueoView,
		piece: string,
		path: string[],
		dropped: Show["dropped"],
	): Promise<boolean> {
		const points = path.map((square) => at(square, view.height));
		const sound = isJumping(points) ? "jump" : "step";
		if (settings.isStill || dropped?.piece === piece) {
			play(sound);
			if (dropped) await this.#slide(effects, piece, dropped.at, points.at(-1) as Point, 140);
			return true;
		}
		this.moving = piece;
		await tick();
		const { frames, shadow, duration, landings } = travel(points);
		const body = this.#body(piece);
		for (const landing of landings) void effects.sound(sound, body, Math.max(0, landing * duration - 130));
		void effects.run(body?.querySelector(".shade"), shadow, { duration });
		const isThrough = await effects.run(body, frames, { duration });
		if (this.moving === piece) this.moving = null;
		return isThrough;
	}

	/** After something was taken back: all at once. */
	async #settle(effects: Effects, view: XeQueoView, from: Record<string, string>): Promise<void> {
		const places = new Map(view.pieces.map((piece) => [piece.letter, at(piece.square, view.height)]));
		const slides = Object.entries(from).map(([piece, square]) => {
			const to = places.get(piece);
			return to && this.#slide(effects, piece, at(square, view.height), to, 300);
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
				return effects.run(body, dropIn(at(square, view.height)), timing);
			}),
		);
	}

	async #lay(effects: Effects, view: XeQueoView, square: string): Promise<void> {
		play("ring");
		await tick();
		await effects.run(this.#find(".ring"), dropIn(at(square, view.height)), { duration: 320, easing: "ease-in" });
	}

	async #end(
		effects: Effects,
		view: XeQueoView,
		{ result, ring, path }: Plan & { kind: "end" },
		dropped: Show["dropped"],
	): Promise<void> {
		const isLost = view.seat !== null && result.winner !== view.seat;
		if (settings.isStill) {
			play(isLost ? "lose" : "win");
			return;
		}
		this.leaving = ring;
		this.awaiting = result.winner;
		if (path.length < 2) play("call");
		else if (!(await this.#go(effects, view, result.piece, path, dropped))) return;
		for (const [act, reading] of READING.entries()) {
			this.reveal = { result, act };
			if (act === 1) play("reveal");
			await tick();
			if (!(await effects.rest(this.#find(".reveal"))) || !(await effects.wait(this.#root(), reading))) return;
		}
		this.reveal = { result, act: READING.length };
		if (ring && !(await this.#fly(effects, view, ring, result.winner))) return;
		play(isLost ? "lose" : view.outcome ? "win" : "ring");
		this.skip();
	}

	/** The ring goes from the board to whoever won it. */
	async #fly(effects: Effects, view: XeQueoView, ring: string, seat: number): Promise<boolean> {
		const slot = this.#find(`[data-seat="${seat}"] .rings .last`) ?? this.#find(`[data-seat="${seat}"] .rings`);
		const flyer = this.#root().querySelector<SVGElement>(".flyer");
		const board = this.#find(".board")?.getBoundingClientRect();
		if (!slot || !flyer || !board) return true;
		this.leaving = null;
		const home = this.#root().getBoundingClientRect();
		const unit = board.width / extent(view.width);
		const { x, y } = at(ring, view.height);
		const from = new DOMRect(board.left + (x - 52) * unit, board.top + (y - 52) * unit, 104 * unit, 104 * unit);
		Object.assign(flyer.style, {
			left: `${from.left - home.left}px`,
			top: `${from.top - home.top}px`,
			width: `${from.width}px`,
			height: `${from.height}px`,
		});
		const timing = { duration: 850, easing: "cubic-bezier(0.4, 0, 0.3, 1)" };
		return effects.run(flyer, flight(from, slot.getBoundingClientRect()), timing);
	}
}

type Rects = [DOMRect, DOMRect, DOMRect];
