/** Where things are on the canal, in the units of its scene. */
import type { Point, Shape, VeniseScene, VeniseView } from "../../wire";

/** Where everything is while these planks lie. */
export interface Places {
	scene: VeniseScene;
	planks: VeniseView["planks"];
}

/** Both ends of a plank; null for a post's field. */
export function endsOf({ scene }: Places, slot: string): [Point, Point] | null {
	return scene.slots[slot]?.ends ?? null;
}

export function shapeOf({ scene }: Places, slot: string): Shape | null {
	return scene.slots[slot]?.shape ?? null;
}

/** Where a pawn stands on a field; on a plank it makes room for what rests there. */
export function standOf({ scene, planks }: Places, field: string): Point | null {
	const slot = scene.slots[field];
	if (slot) return planks[field]?.length ? slot.carrying : slot.pawn;
	return scene.fields[field]?.pawn ?? null;
}

export function middle([a, b]: [Point, Point]): Point {
	return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function lengthOf([a, b]: [Point, Point]): number {
	return Math.hypot(b.x - a.x, b.y - a.y);
}

function angleOf([a, b]: [Point, Point]): number {
	return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
}

/** Puts a symbol that lies along the x axis onto a plank's place. */
export function lie(ends: [Point, Point], off: Point = { x: 0, y: 0 }): string {
	const { x, y } = middle(ends);
	return `translate(${x + off.x} ${y + off.y}) rotate(${angleOf(ends).toFixed(2)})`;
}

export function distance(point: Point, [a, b]: [Point, Point]): number {
	const dx = b.x - a.x;
	const dy = b.y - a.y;
	const size = dx * dx + dy * dy;
	const part = size ? Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / size)) : 0;
	return Math.hypot(point.x - a.x - part * dx, point.y - a.y - part * dy);
}

/** The part of a plank that does not lie at `from`: near a pawn all planks are equally near. */
export function farPart([a, b]: [Point, Point], from: Point | null): [Point, Point] {
	if (!from) return [a, b];
	const isA = Math.hypot(a.x - from.x, a.y - from.y) < Math.hypot(b.x - from.x, b.y - from.y);
	const [near, far] = isA ? [a, b] : [b, a];
	return [{ x: near.x + (far.x - near.x) * 0.4, y: near.y + (far.y - near.y) * 0.4 }, far];
}

/** A walk as a line from stand to stand. */
export function wayOf(places: Places, fields: readonly string[]): Point[] {
	return fields.map((field) => standOf(places, field)).filter((point) => point !== null);
}

export function line(points: readonly Point[]): string {
	return points.map(({ x, y }, nth) => `${nth ? "L" : "M"}${x} ${y}`).join("");
}

/** The next of some points in the direction of an arrow key: what is straight ahead counts more than what is near. */
export function ahead(from: Point, points: readonly Point[], key: string): number {
	const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
	if (!way) return -1;
	const [wx = 0, wy = 0] = way;
	let best = -1;
	let least = Number.POSITIVE_INFINITY;
	for (const [nth, point] of points.entries()) {
		const dx = point.x - from.x;
		const dy = point.y - from.y;
		const on = dx * wx + dy * wy;
		const off = Math.abs(dx * wy - dy * wx);
		if (on <= 1) continue;
		const cost = on + 2 * off;
		if (cost < least) {
			least = cost;
			best = nth;
		}
	}
	return best;
}
