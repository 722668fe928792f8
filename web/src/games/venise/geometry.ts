/** Where things are on the canal, in the units of the scene that the server draws. */
import type { Shape } from "../../wire";

export interface Point {
	x: number;
	y: number;
}

export const WIDTH = 920;
export const HEIGHT = 750;
/** How wide a plank is. */
export const THICK = 27;

export type Places = Record<string, number[]>;

/** Both ends of a plank; null for a post's field, and for what these eyes have never seen. */
export function endsOf(places: Places, name: string): [Point, Point] | null {
	const [x1, y1, x2, y2, ...stand] = places[name] ?? [];
	if (!stand.length || x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
	return [
		{ x: x1, y: y1 },
		{ x: x2, y: y2 },
	];
}

/** Where a pawn stands on a field. */
export function standOf(places: Places, name: string): Point | null {
	const place = places[name];
	if (!place) return null;
	const [x, y] = place.length > 4 ? place.slice(4) : place;
	return x === undefined || y === undefined ? null : { x, y };
}

/** Where a gem lies on a field. */
export function gemOf(places: Places, name: string): Point | null {
	const place = places[name];
	if (!place) return null;
	const [x, y] = place.length > 4 ? place.slice(4) : place.slice(2);
	return x === undefined || y === undefined ? null : { x, y };
}

export function isPlank(name: string): boolean {
	return /[-/]/.test(name);
}

export function shapeOf(slot: string): Shape {
	if (slot.includes("=")) return "H";
	if (slot.includes(">")) return "T";
	return slot.includes("/") ? "diagonal" : "edge";
}

export function isUpper(slot: string): boolean {
	return slot.includes("=") || slot.includes(">");
}

export function isLong(slot: string): boolean {
	const shape = shapeOf(slot);
	return shape === "H" || shape === "diagonal";
}

export function middle([a, b]: [Point, Point]): Point {
	return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function lengthOf([a, b]: [Point, Point]): number {
	return Math.hypot(b.x - a.x, b.y - a.y);
}

export function angleOf([a, b]: [Point, Point]): number {
	return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
}

/** Puts a symbol that lies along the x axis onto a plank's place. */
export function lie(ends: [Point, Point], dx = 0, dy = 0): string {
	const { x, y } = middle(ends);
	return `translate(${x + dx} ${y + dy}) rotate(${angleOf(ends).toFixed(2)})`;
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
