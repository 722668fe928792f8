/** Where things are, in the units of the scene that src/ridotto/draw/xequeo.py draws: a1 at the lower left. */

/** From one point of the board to the next. */
export const CELL = 100;
/** From the edge of the drawing to the outer lines. */
export const EDGE = 98;

const FILES = "abcdefg";
/** Straight arcs may rise higher; one over a diagonal must not touch the points beside it. */
const RISE_STRAIGHT = 104;
const RISE_DIAGONAL = 84;

export interface Point {
	x: number;
	y: number;
}

export interface Size {
	width: number;
	height: number;
}

export function extent(points: number): number {
	return 2 * EDGE + CELL * (points - 1);
}

export function fileOf(square: string): number {
	return FILES.indexOf(square.charAt(0));
}

export function rankOf(square: string): number {
	return Number(square.charAt(1)) - 1;
}

export function squareAt(file: number, rank: number): string {
	return `${FILES.charAt(file)}${rank + 1}`;
}

/** From the far rank to the near one, as they are read. */
export function ranks({ width, height }: Size): string[][] {
	return Array.from({ length: height }, (_, row) =>
		Array.from({ length: width }, (_, file) => squareAt(file, height - 1 - row)),
	);
}

export function at(square: string, height: number): Point {
	return { x: EDGE + CELL * fileOf(square), y: EDGE + CELL * (height - 1 - rankOf(square)) };
}

/** The point next to a place, or nothing where that is too far off the lines. */
export function nearest({ x, y }: Point, size: Size): string | null {
	const file = Math.round((x - EDGE) / CELL);
	const rank = size.height - 1 - Math.round((y - EDGE) / CELL);
	if (file < 0 || rank < 0 || file >= size.width || rank >= size.height) return null;
	return squareAt(file, rank);
}

/** One point on from a square, as arrow keys go; the edge holds. */
export function beside(square: string, dx: number, dy: number, size: Size): string {
	const file = Math.min(size.width - 1, Math.max(0, fileOf(square) + dx));
	const rank = Math.min(size.height - 1, Math.max(0, rankOf(square) + dy));
	return squareAt(file, rank);
}

export function isJump(from: Point, to: Point): boolean {
	return Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) > 1.5 * CELL;
}

/** Whether a way goes by jumps: it does so from the first leg on. */
export function isJumping([from, to]: readonly Point[]): boolean {
	return from !== undefined && to !== undefined && isJump(from, to);
}

/** The control point of a stroke: in the middle of a step, well beside that of a jump. */
export function bend(from: Point, to: Point): Point {
	const dx = to.x - from.x;
	const dy = to.y - from.y;
	const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
	if (!isJump(from, to)) return middle;
	const side = dx > 0 || (dx === 0 && dy > 0) ? -1 : 1;
	const part = (side * (dx && dy ? RISE_DIAGONAL : RISE_STRAIGHT)) / Math.hypot(dx, dy);
	return { x: middle.x - dy * part, y: middle.y + dx * part };
}

/** A point of the stroke from one place to another; `part` goes from 0 to 1. */
export function along(from: Point, to: Point, part: number): Point {
	const control = bend(from, to);
	const rest = 1 - part;
	return {
		x: rest * rest * from.x + 2 * rest * part * control.x + part * part * to.x,
		y: rest * rest * from.y + 2 * rest * part * control.y + part * part * to.y,
	};
}

const show = (value: number): string => String(Math.round(value * 100) / 100);

/** The way of a piece as one path: straight for a step, in arcs over what it jumps; it ends inside the arrow. */
export function strokes(points: readonly Point[], gap = 56): string {
	let path = "";
	for (let leg = 1; leg < points.length; leg += 1) {
		const [from, to] = [points[leg - 1] as Point, points[leg] as Point];
		const control = bend(from, to);
		let end = to;
		if (leg === points.length - 1) {
			const part = gap / Math.hypot(to.x - control.x, to.y - control.y);
			end = { x: to.x + (control.x - to.x) * part, y: to.y + (control.y - to.y) * part };
		}
		path += `M${show(from.x)} ${show(from.y)}Q${show(control.x)} ${show(control.y)} ${show(end.x)} ${show(end.y)}`;
	}
	return path;
}

/** The head of the arrow at the end of a way, as corners. */
export function arrow(points: readonly Point[]): string {
	const [from, to] = [points.at(-2), points.at(-1)];
	if (!from || !to) return "";
	const source = bend(from, to);
	const length = Math.hypot(to.x - source.x, to.y - source.y);
	const [ux, uy] = [(to.x - source.x) / length, (to.y - source.y) / length];
	const tip = { x: to.x - 43 * ux, y: to.y - 43 * uy };
	const [back, wide] = [21, 12];
	return [
		tip,
		{ x: tip.x - back * ux - wide * uy, y: tip.y - back * uy + wide * ux },
		{ x: tip.x - back * ux + wide * uy, y: tip.y - back * uy - wide * ux },
	]
		.map(({ x, y }) => `${show(x)},${show(y)}`)
		.join(" ");
}
