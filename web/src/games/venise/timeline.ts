/** What happened, as something to look at: effects one after the other. */
import type { Sound } from "../../sound";
import type { Effects, Line, VeniseView } from "../../wire";

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

export const PACE = { plank: 420, step: 190, fall: 800, gem: 650, card: 380, draw: 360, apart: 90 } as const;

/** With what was left out, because it is empty. */
export function whole(effects: Effects | null): Required<Effects> {
	const none = { seat: -1, laid: [], taken: [], fallen: [], way: [], gems: [], discarded: [], drawn: [] };
	return { ...none, home: 0, tiles: 0, is_shuffle: false, ...effects };
}

/** The effects of a step, each when those before it are over. */
export function timelineOf(before: VeniseView, step: readonly Line[]): Effect[] {
	const effects: Effect[] = [];
	const home = before.seats.map((seat) => seat.home);
	let now = 0;
	for (const line of step) {
		const { seat, laid, taken, fallen, way, gems, discarded, drawn, tiles, is_shuffle } = whole(line.effects);
		const isPlay = laid.length + taken.length + way.length > 0;
		const card = { length: PACE.card * (isPlay ? 2 : 1), sound: isPlay ? null : ("card" as const) };
		for (const [nth, name] of discarded.entries())
			effects.push({ kind: "card", seat, card: name, at: now + PACE.apart * nth, ...card });
		for (const name of drawn) {
			const last = effects.at(-1);
			if (name === "joker") effects.push({ kind: "joker", seat, at: now, length: PACE.card, sound: "card" });
			else if (last?.kind === "draw" && last.seat === seat) last.count += 1;
			else {
				effects.push({ kind: "draw", seat, count: 1, at: now, length: PACE.draw, sound: "card" });
				now += PACE.draw;
			}
		}
		if (is_shuffle) {
			effects.push({ kind: "shuffle", at: now, length: PACE.draw, sound: "shuffle" });
			now += PACE.draw;
		}
		if (tiles < 0 && !isPlay) effects.push({ kind: "tile", seat, at: now, length: PACE.card, sound: "tick" });
		if (way.length) {
			const steps = way.length - 1;
			effects.push({ kind: "walk", seat, fields: way, at: now, length: PACE.step * steps, sound: null });
			for (const field of gems) {
				const nth = home[seat] ?? 0;
				home[seat] = nth + 1;
				const at = now + PACE.step * way.indexOf(field, 1);
				effects.push({ kind: "gem", seat, field, nth, at, length: PACE.gem, sound: "gem" });
			}
			now += PACE.step * steps;
		}
		for (const slot of fallen) effects.push({ kind: "fall", slot, at: now + 120, length: PACE.fall, sound: "splash" });
		const [from] = taken;
		const [to] = laid;
		const lasts = { at: now, length: PACE.plank } as const;
		if (from && to) effects.push({ kind: "slide", slot: from, to, ...lasts, sound: "plank" });
		else if (from) effects.push({ kind: "lift", slot: from, seat, ...lasts, sound: "card" });
		else if (to) effects.push({ kind: "lay", slot: to, ...lasts, sound: "plank" });
		if (from || to) now += PACE.plank;
	}
	return effects;
}
