/** The places on the canal that can be chosen, and which of them is meant. */
import type { Point } from "../../wire";
import type { Choice, Option } from "./choose";
import { distance, endsOf, farPart, middle, type Places, standOf } from "./geometry";

export interface Target {
	option: Option;
	/** The field or the place for a plank that it is about. */
	place: string;
	at: Point;
	/** Of a plank that is to be laid or taken up. */
	ends: [Point, Point] | null;
	/** Where a pointer is near it: a field is meant by where a pawn stands as well as by its gem. */
	near: [Point, Point];
	/** How far around that it reaches. */
	reach: number;
	/** Of a field the post it is on: whoever means the post means the field. */
	post: Point | null;
}

/** `own`: the pawn that all planks to be laid are equally near to. */
export function targetsOf(options: readonly Option[], choice: Choice, places: Places, own: Point | null): Target[] {
	return options.flatMap((option) => {
		const name = choice === "way" ? (option.moves[0]?.gems.at(-1) ?? option.key) : option.key;
		const isWalk = choice === "walk" || choice === "way";
		const plank = endsOf(places, name);
		const at = isWalk || !plank ? standOf(places, name) : middle(plank);
		if (!at) return [];
		const field = plank ? undefined : places.scene.fields[name];
		const near: [Point, Point] = plank ? (isWalk ? inner(plank) : farPart(plank, own)) : [at, field?.gem ?? at];
		const ends = isWalk ? null : plank;
		return [
			{ option, place: name, at, ends, near, reach: ends ? places.scene.thick / 2 : 12, post: field?.post ?? null },
		];
	});
}

/** A plank's ends lie on posts, and whoever points there means the post. */
function inner([a, b]: [Point, Point]): [Point, Point] {
	const part = (from: Point, to: Point) => ({ x: from.x + (to.x - from.x) / 5, y: from.y + (to.y - from.y) / 5 });
	return [part(a, b), part(b, a)];
}

/** The one on the post pointed at, or else the nearest when it is near enough for a finger. */
export function nearest(targets: readonly Target[], point: Point, scale: number, post: number): Option | null {
	const isOn = ({ post: at }: Target): boolean =>
		at !== null && Math.max(Math.abs(point.x - at.x), Math.abs(point.y - at.y)) <= post;
	const here = targets.filter(isOn);
	let best: Target | null = null;
	let least = here.length ? Number.POSITIVE_INFINITY : Math.max(34, 30 / scale);
	for (const target of here.length ? here : targets) {
		const far = distance(point, target.near) - target.reach;
		if (far < least) {
			least = far;
			best = target;
		}
	}
	return best?.option ?? null;
}
