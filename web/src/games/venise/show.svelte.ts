import { tick } from "svelte";
import { settings } from "../../settings.svelte";
import { play, type Sound } from "../../sound";
import type { Line, Point, VeniseScene, VeniseView } from "../../wire";
import { Effects } from "../effects";
import { flightFrames, motionsOf } from "./motion";
import { type Effect, PACE, timelineOf } from "./timeline";

/** Something that flies over the table, between places in the window. */
export interface Flight {
	symbol: string;
	isCard: boolean;
	from: Point;
	to: Point;
	at: number;
	length: number;
	/** Held up on the way, for all to see. */
	isShown: boolean;
}

/** What happened is acted out over the new picture. */
export class Show {
	/** What is going on; its times count from when it was set. */
	effects = $state.raw<Effect[]>([]);
	flights = $state.raw<Flight[]>([]);

	readonly #root: () => HTMLElement | undefined;
	readonly #scene: () => VeniseScene | null;
	#running = new Effects();

	constructor(root: () => HTMLElement | undefined, scene: () => VeniseScene | null) {
		this.#root = root;
		this.#scene = scene;
	}

	/** Whatever is on is over at once. */
	skip(): void {
		this.#running.end();
		this.effects = [];
		this.flights = [];
	}

	/** Resolves when all is seen. */
	async perform(view: VeniseView, before: VeniseView | null, step: Line[], speed = 1): Promise<void> {
		this.skip();
		const running = new Effects(speed);
		this.#running = running;
		if (!before) return;
		const effects = timelineOf(before, step);
		if (settings.isStill) {
			for (const sound of new Set(effects.flatMap(soundsOf).map((cue) => cue.sound))) play(sound);
			return;
		}
		this.effects = effects;
		await tick();
		const root = this.#root();
		const scene = this.#scene();
		if (!root || !scene || running !== this.#running) return;
		this.flights = flightsOf(effects, view, scene, root);
		await tick();
		await Promise.all([
			...effects.flatMap((effect) => {
				const pawn = view.things.find((thing) => "seat" in effect && !thing.is_gem && thing.seat === effect.seat);
				const motions = motionsOf(effect, { scene, planks: view.planks }, pawn ?? null);
				return motions.map(({ select, frames, timing }) => running.run(root.querySelector(select), frames, timing));
			}),
			...effects.flatMap(soundsOf).map(({ sound, at }) => running.sound(sound, root, at)),
			...this.flights.map(({ from, to, at, length, isShown }, nth) =>
				running.run(root.querySelector(`[data-flight="${nth}"]`), flightFrames(from, to, isShown), {
					delay: at,
					duration: length,
					fill: "both",
					easing: "ease-in-out",
				}),
			),
		]);
		if (running === this.#running) this.skip();
	}
}

export function soundsOf(effect: Effect): { sound: Sound; at: number }[] {
	if (effect.kind === "walk") {
		const hop = effect.length / (effect.fields.length - 1);
		return effect.fields.slice(1).map((_, nth) => ({ sound: "step", at: effect.at + hop * (nth + 1) }));
	}
	const isLaid = effect.kind === "lay" || effect.kind === "slide";
	return effect.sound ? [{ sound: effect.sound, at: effect.at + (isLaid ? effect.length * 0.6 : 0) }] : [];
}

/** Gems to tents, cards from and to the piles. */
function flightsOf(effects: Effect[], view: VeniseView, scene: VeniseScene, root: HTMLElement): Flight[] {
	// What is folded away has no size: then it is the whole side that something flies to.
	const boxOf = (selector: string): DOMRect | null => {
		const box = root.querySelector(selector)?.getBoundingClientRect();
		return box?.width ? box : null;
	};
	const find = (...selectors: string[]): Point | null => {
		const box = selectors.map(boxOf).find(Boolean);
		return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
	};
	const handOf = (seat: number): Point | null => {
		const side = [`[data-side="${seat}"] .counts`, `[data-side="${seat}"]`];
		return find(...(seat === view.seat ? [".hand"] : []), ...side);
	};
	const gemAt = (field: string): Point | null => {
		const [canal, gem] = [boxOf(".board .play"), scene.fields[field]?.gem];
		if (!canal || !gem) return null;
		const scale = canal.width / scene.width;
		return { x: canal.left + gem.x * scale, y: canal.top + gem.y * scale };
	};
	const found: Flight[] = [];
	const add = (symbol: string, from: Point | null, to: Point | null, { at, length }: Effect, more = {}): void => {
		if (from && to) found.push({ symbol, from, to, at, length, isCard: true, isShown: false, ...more });
	};
	for (const effect of effects) {
		if (effect.kind === "gem") {
			const home = find(
				`[data-home="${effect.seat} ${effect.nth}"]`,
				`[data-side="${effect.seat}"] [data-count="gems"]`,
				`[data-side="${effect.seat}"]`,
			);
			add(`gem-${view.seats[effect.seat]?.letter}`, gemAt(effect.field), home, effect, { isCard: false });
		}
		if (effect.kind === "card")
			add(`card-${effect.card}`, handOf(effect.seat), find('[data-pile="discarded"]'), effect, { isShown: true });
		if (effect.kind === "joker") add("card-joker", find('[data-pile="card-joker"]'), handOf(effect.seat), effect);
		if (effect.kind === "draw")
			for (let more = 0; more < effect.count; more += 1)
				add("back", find('[data-pile="back"]'), handOf(effect.seat), effect, { at: effect.at + PACE.apart * more });
	}
	return found;
}
