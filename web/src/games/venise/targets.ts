/** The places on the canal that can be chosen, and which of them is meant. */
import type { Point } from "../../wire";
import type { Option, Stage } from "./choose";
import { distance, endsOf, farPart, middle, type Places, standOf } from "./geometry";

export interface Target {
	option: Option;
	at: Point;
	/** Of a plank that is to be laid or taken up. */
	ends: [Point, Point] | null;
	/** Where a pointer is near it. */
	near: [Point, Point];
	/** How far around that it reaches. */
	reach: number;
}

/** `own`: the pawn that all planks to be laid are equally near to. */
export function targetsOf(options: readonly Option[], stage: Stage, places: Places, own: Point | null): Target[] {
	return options.flatMap((option) => {
		const name = stage === "way" ? (option.moves[0]?.gems.at(-1) ?? option.key) : option.key;
		const isWalk = stage === "walk" || stage === "way";
		const plank = endsOf(places, name);
		const at = isWalk || !plank ? standOf(places, name) : middle(plank);
		if (!at) return [];
		const isLaid = stage === "place" || stage === "plank";
		const near: [Point, Point] = plank ? (isLaid ? farPart(plank, own) : plank) : [at, at];
		const ends = isWalk ? null : plank;
		return [{ option, at, ends, near, reach: ends ? places.scene.thick / 2 : 12 }];
	});
}

/** The nearest, when it is near enough for a finger. */
export function nearest(targets: readonly Target[], point: Point, scale: number): Option | null {
	let best: Target | null = null;
	let least = Math.max(34, 30 / scale);
	for (const target of targets) {
		const far = distance(point, target.near) - target.reach;
		if (far < least) {
			least = far;
			best = target;
		}
	}
	return best?.option ?? null;
}
