/** What happened between two views, as something to look at: effects one after the other, and the marks they leave. */
import type { Sound } from "../../sound";
import type { Line, VeniseView } from "../../wire";

export type Effect = { at: number; length: number; sound: Sound | null } & (
	| { kind: "lay"; slot: string }
	| { kind: "lift"; slot: string; seat: number }
	| { kind: "slide"; slot: string; to: string }
	| { kind: "fall"; slot: string }
	| { kind: "walk"; seat: number; fields: string[] }
	| { kind: "gem"; seat: number; field: string; nth: number }
	| { kind: "card"; seat: number; card: string }
	| { kind: "joker"; seat: number }
	| { kind: "draw"; seat: number; count: number }
	| { kind: "shuffle" }
	| { kind: "tile"; seat: number }
);

export interface Deed {
	actor: number;
	/** What it does, or what else happened: tile, take, exchange, end, shuffle, draw, discard. */
	kind: string;
	isJoker: boolean;
	places: string[];
	cards: string[];
}

export const PACE = { plank: 420, step: 190, fall: 800, gem: 650, card: 380, draw: 360 } as const;

/** A move text taken apart; null for what nobody sees on the table. */
export function readLine({ actor, text }: Pick<Line, "actor" | "text">): Deed | null {
	const deed = { actor, isJoker: false, places: [], cards: [] };
	const draw = /^\+(\w+|\?)@(\d)$/.exec(text);
	if (draw) return { ...deed, actor: Number(draw[2]), kind: "draw", cards: [draw[1] ?? "?"] };
	if (text.startsWith("-")) return { ...deed, kind: "discard", cards: [text.slice(1)] };
	if (["tile", "take", "end", "shuffle"].includes(text)) return { ...deed, kind: text };
	const [head = "", rest = ""] = text.split(":");
	if (head === "exchange") return { ...deed, kind: head, cards: rest.split(",") };
	const card = head.replace("*", "");
	if (!rest || !["short", "long", "remove", "move", "step1", "step2", "step3"].includes(card)) return null;
	return { ...deed, kind: card, isJoker: head.startsWith("*"), places: rest.split(",") };
}

/** The effects of a step. Planks that lay before are looked for in `before`, so its drawing can still be shown. */
export function planOf(before: VeniseView, step: readonly Line[]): Effect[] {
	const effects: Effect[] = [];
	const laid = new Set(before.planks.map((plank) => plank.slot));
	const falls = new Map(before.planks.map((plank) => [plank.slot, plank.falls]));
	const gems = before.seats.map(
		(_, seat) => new Set(before.things.filter((t) => t.is_gem && t.seat === seat).map((t) => t.field)),
	);
	const at = before.seats.map((_, seat) => before.things.find((t) => !t.is_gem && t.seat === seat)?.field ?? "");
	let now = 0;
	for (const line of step) {
		const deed = readLine(line);
		if (!deed) continue;
		const seat = deed.actor;
		const [from = "", to = from] = deed.places;
		if (deed.kind === "draw") {
			const last = effects.at(-1);
			if (last?.kind === "draw" && last.seat === seat) {
				last.count += 1;
				continue;
			}
			effects.push({ kind: "draw", seat, count: 1, at: now, length: PACE.draw, sound: "card" });
			now += PACE.draw;
			continue;
		}
		if (deed.kind === "shuffle") {
			effects.push({ kind: "shuffle", at: now, length: PACE.draw, sound: "shuffle" });
			now += PACE.draw;
			continue;
		}
		if (deed.kind === "take" || deed.kind === "exchange") {
			effects.push({ kind: "joker", seat, at: now, length: PACE.card, sound: "card" });
			continue;
		}
		if (deed.kind === "tile") {
			effects.push({ kind: "tile", seat, at: now, length: PACE.card, sound: "tick" });
			continue;
		}
		if (deed.kind === "discard") {
			effects.push({ kind: "card", seat, card: deed.cards[0] ?? "", at: now, length: PACE.card, sound: "card" });
			continue;
		}
		if (!deed.places.length) continue;
		effects.push({
			kind: "card",
			seat,
			card: deed.isJoker ? "joker" : deed.kind,
			at: now,
			length: PACE.card * 2,
			sound: null,
		});
		if (deed.kind.startsWith("step")) {
			const fields = [at[seat] ?? "", ...deed.places];
			effects.push({ kind: "walk", seat, fields, at: now, length: PACE.step * deed.places.length, sound: null });
			let nth = before.seats[seat]?.home ?? 0;
			for (const [index, field] of deed.places.entries()) {
				const when = now + PACE.step * (index + 1);
				if (gems[seat]?.delete(field))
					effects.push({ kind: "gem", seat, field, nth: nth++, at: when, length: PACE.gem, sound: "gem" });
			}
			at[seat] = deed.places.at(-1) ?? "";
			now += PACE.step * deed.places.length;
			continue;
		}
		if (deed.kind === "remove" || deed.kind === "move") {
			for (const slot of falls.get(from) ?? []) {
				if (!laid.has(slot)) continue;
				effects.push({ kind: "fall", slot, at: now + 120, length: PACE.fall, sound: "splash" });
				laid.delete(slot);
			}
			laid.delete(from);
		}
		if (deed.kind === "remove")
			effects.push({ kind: "lift", slot: from, seat, at: now, length: PACE.plank, sound: "card" });
		else {
			laid.add(to);
			const lasts = { at: now, length: PACE.plank, sound: "plank" } as const;
			effects.push(
				deed.kind === "move" ? { kind: "slide", slot: from, to, ...lasts } : { kind: "lay", slot: to, ...lasts },
			);
		}
		now += PACE.plank;
	}
	return effects;
}

export interface Marks {
	actor: number;
	laid: string[];
	gone: string[];
	fallen: string[];
	way: string[];
}

export const NO_MARKS: Marks = { actor: -1, laid: [], gone: [], fallen: [], way: [] };

/** The marks of one seat's turn: those so far, and those of a step; another seat's first card wipes them. */
export function marksOf(marks: Marks, before: VeniseView, step: readonly Line[]): Marks {
	const effects = planOf(before, step);
	let { actor, laid, gone, fallen, way } = marks;
	for (const line of step) {
		const deed = readLine(line);
		if (deed?.places.length && deed.actor !== actor) {
			actor = deed.actor;
			laid = [];
			gone = [];
			fallen = [];
			way = [];
		}
	}
	if (!step.some((line) => readLine(line)?.places.length)) return marks;
	for (const effect of effects) {
		if ("seat" in effect && effect.seat !== actor) continue;
		if (effect.kind === "lay") laid = [...laid, effect.slot];
		if (effect.kind === "slide") laid = [...laid, effect.to];
		if (effect.kind === "lift" || effect.kind === "slide") {
			if (laid.includes(effect.slot)) laid = laid.filter((slot) => slot !== effect.slot);
			else gone = [...gone, effect.slot];
		}
		if (effect.kind === "fall") fallen = [...fallen, effect.slot];
		if (effect.kind === "walk") way = way.length ? [...way, ...effect.fields.slice(1)] : effect.fields;
	}
	return { actor, laid, gone: gone.filter((slot) => !laid.includes(slot)), fallen, way };
}
