/** Effects as keyframes: what moves is there already where it belongs, and comes there when its time has come. */
import type { Point } from "../../wire";
import { endsOf, middle, type Places, wayOf } from "./geometry";
import type { Effect } from "./timeline";

export interface Motion {
	/** What moves, by its name in the drawing. */
	select: string;
	frames: Keyframe[];
	timing: KeyframeAnimationOptions;
}

const SPLASH = 600;
const LEAVE = 1600;

function shift(x: number, y: number, more = ""): string {
	return `translate(${x}px, ${y}px)${more}`;
}

/** `pawn`: where the pawn of a walk stands now; null where it has left the board. */
export function motionsOf(effect: Effect, places: Places, pawn: Point | null): Motion[] {
	const timing = { delay: effect.at, duration: effect.length, fill: "backwards", easing: "ease-out" } as const;
	// What is only there to go stays gone.
	const going = { ...timing, fill: "both" } as const;
	switch (effect.kind) {
		case "lay":
		case "slide": {
			const slot = effect.kind === "lay" ? effect.slot : effect.to;
			return [
				{ select: `[data-plank="${slot}"]`, frames: layFrames(effect, places), timing },
				{
					select: `[data-shade="${slot}"]`,
					frames: [{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1, offset: 0.65 }, { opacity: 1 }],
					timing,
				},
			];
		}
		case "lift":
			return [
				{
					select: `[data-lift="${effect.slot}"]`,
					frames: [{ opacity: 1 }, { transform: shift(0, -60, " scale(1.12)"), opacity: 0 }],
					timing: { ...going, easing: "ease-in" },
				},
			];
		case "fall":
			return [
				{
					select: `[data-fall="${effect.slot}"]`,
					frames: [
						{ opacity: 1 },
						{ transform: "rotate(3deg)", opacity: 1, offset: 0.3 },
						{ transform: shift(0, 14, " rotate(9deg) scale(0.86)"), opacity: 0.75, offset: 0.6 },
						{ transform: shift(0, 26, " rotate(13deg) scale(0.6)"), opacity: 0 },
					],
					timing: { ...going, easing: "ease-in" },
				},
				{
					select: `[data-splash="${effect.slot}"]`,
					frames: [
						{ transform: "scale(0.2)", opacity: 0 },
						{ transform: "scale(1)", opacity: 1, offset: 0.3 },
						{ transform: "scale(1.5)", opacity: 0 },
					],
					timing: { ...going, delay: effect.at + effect.length * 0.45, duration: SPLASH },
				},
			];
		case "gem":
			// Lies there until somebody comes for it, and is at home only when it has come there.
			return [
				{
					select: `[data-until="${effect.field}"]`,
					frames: [{ opacity: 1 }, { opacity: 1, offset: 0.99 }, { opacity: 0 }],
					timing: { duration: effect.at, fill: "both" },
				},
				{
					select: `[data-home="${effect.seat} ${effect.nth}"]`,
					frames: [{ opacity: 0 }, { opacity: 0, offset: 0.97 }, { opacity: 1 }],
					timing: { duration: effect.at + effect.length, fill: "backwards" },
				},
			];
		case "walk":
			return [
				{
					select: `[data-pawn="${effect.seat}"]`,
					frames: walkFrames(wayOf(places, effect.fields), pawn),
					timing: { ...timing, easing: "linear" },
				},
				{
					select: `[data-leaving="${effect.seat}"]`,
					frames: [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }],
					timing: { duration: LEAVE, fill: "both", easing: "ease-in" },
				},
			];
	}
	return [];
}

/** From above, or from where it lay before; it bounces a little. */
function layFrames(effect: Effect & { kind: "lay" | "slide" }, places: Places): Keyframe[] {
	const from = effect.kind === "slide" ? endsOf(places, effect.slot) : null;
	const to = effect.kind === "slide" ? endsOf(places, effect.to) : null;
	const start =
		from && to
			? {
					transform: shift(middle(from).x - middle(to).x, middle(from).y - middle(to).y - 10),
					opacity: 1,
					easing: "ease-in-out",
				}
			: { transform: shift(0, -70, " scale(1.18)"), opacity: 0, easing: "cubic-bezier(.5,0,.9,.6)" };
	return [
		start,
		{ transform: shift(0, 0), opacity: 1, offset: 0.62, easing: "ease-out" },
		{ transform: shift(0, -5), offset: 0.78, easing: "ease-in" },
		{ transform: shift(0, 0), opacity: 1 },
	];
}

/** In hops from stand to stand, to where the pawn is drawn. */
export function walkFrames(way: readonly Point[], pawn: Point | null): Keyframe[] {
	const end = pawn ?? way.at(-1);
	if (!end || way.length < 2) return [];
	const points = [...way.slice(0, -1), end];
	const hops = points.length - 1;
	return points.flatMap(({ x, y }, nth) => {
		const before = points[nth - 1];
		const stand = { transform: shift(x - end.x, y - end.y), offset: nth / hops, easing: "ease-out" };
		if (!before) return [stand];
		const [dx, dy] = [(before.x + x) / 2 - end.x, (before.y + y) / 2 - end.y - 26];
		return [{ transform: shift(dx, dy), offset: (nth - 0.5) / hops, easing: "ease-in" }, stand];
	});
}

/** Over the table from one place in the window to another; a card that is played is shown on the way. */
export function flightFrames(from: Point, to: Point, isShown: boolean): Keyframe[] {
	const at = ({ x, y }: Point, scale: number, turn = 0): string =>
		`translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale}) rotate(${turn}deg)`;
	if (isShown) {
		const near = { x: from.x, y: from.y + (from.y < innerHeight / 2 ? 60 : -60) };
		return [
			{ transform: at(from, 0.6), opacity: 0 },
			{ transform: at(near, 1.5, -3), opacity: 1, offset: 0.25 },
			{ transform: at(near, 1.5, -3), opacity: 1, offset: 0.65 },
			{ transform: at(to, 0.5, 6), opacity: 0 },
		];
	}
	const high = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) * 0.5 + (from.y + to.y) / 4 - 20 };
	return [
		{ transform: at(from, 0.8), opacity: 1 },
		{ transform: at(high, 1.35, -10), opacity: 1, offset: 0.5 },
		{ transform: at(to, 0.6), opacity: 0.6 },
	];
}
