/** Where things are and which way they go, in the units of the scene. */
import type { Point, XeQueoScene } from "../../wire";

export type { Point } from "../../wire";

export function at(scene: XeQueoScene, square: string): Point {
	return scene.points[square] ?? { x: 0, y: 0 };
}

/** Column and row of a square as it lies; the far rank is row 0. */
function cellOf(scene: XeQueoScene, square: string): [number, number] {
	const row = scene.ranks.findIndex((rank) => rank.includes(square));
	return [scene.ranks[row]?.indexOf(square) ?? 0, row];
}

/** The point next to a place, or nothing where that is too far off the lines. */
export function nearest(scene: XeQueoScene, { x, y }: Point): string | null {
	const half = scene.cell / 2;
	const found = Object.entries(scene.points).find(
		([, point]) => Math.abs(point.x - x) <= half && Math.abs(point.y - y) <= half,
	);
	return found?.[0] ?? null;
}

/** One point on from a square, as arrow keys go; the edge holds. */
export function beside(scene: XeQueoScene, square: string, right: number, down: number): string {
	const [column, row] = cellOf(scene, square);
	const rank = scene.ranks[Math.min(scene.ranks.length - 1, Math.max(0, row + down))] ?? [];
	return rank[Math.min(rank.length - 1, Math.max(0, column + right))] ?? square;
}

/** How far two squares are apart, as the rules of this match measure it (XQ-11). */
export function distance(scene: XeQueoScene, one: string, other: string): number {
	const [[column, row], [column2, row2]] = [cellOf(scene, one), cellOf(scene, other)];
	return scene.distances[Math.abs(column - column2)]?.[Math.abs(row - row2)] ?? 0;
}

export function isJump({ cell }: XeQueoScene, from: Point, to: Point): boolean {
	return Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) > 1.5 * cell;
}

/** Whether a way goes by jumps: it does so from the first leg on. */
export function isJumping(scene: XeQueoScene, [from, to]: readonly string[]): boolean {
	return from !== undefined && to !== undefined && isJump(scene, at(scene, from), at(scene, to));
}

/** The control point of a stroke: in the middle of a step, well beside that of a jump. */
function bend(scene: XeQueoScene, from: Point, to: Point): Point {
	const dx = to.x - from.x;
	const dy = to.y - from.y;
	const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
	if (!isJump(scene, from, to)) return middle;
	const side = dx > 0 || (dx === 0 && dy > 0) ? -1 : 1;
	const part = (side * (dx && dy ? scene.arcs.diagonal : scene.arcs.straight)) / Math.hypot(dx, dy);
	return { x: middle.x - dy * part, y: middle.y + dx * part };
}

/** A point of the stroke from one place to another; `part` goes from 0 to 1. */
export function along(scene: XeQueoScene, from: Point, to: Point, part: number): Point {
	const control = bend(scene, from, to);
	const rest = 1 - part;
	return {
		x: rest * rest * from.x + 2 * rest * part * control.x + part * part * to.x,
		y: rest * rest * from.y + 2 * rest * part * control.y + part * part * to.y,
	};
}

const show = (value: number): string => String(Math.round(value * 100) / 100);

/** The way of a piece as one path: straight for a step, in arcs over what it jumps; it ends inside the arrow. */
export function strokes(scene: XeQueoScene, points: readonly Point[], gap = scene.arrow.gap): string {
	let path = "";
	for (let leg = 1; leg < points.length; leg += 1) {
		const [from, to] = [points[leg - 1] as Point, points[leg] as Point];
		const control = bend(scene, from, to);
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
export function arrow(scene: XeQueoScene, points: readonly Point[]): string {
	const [from, to] = [points.at(-2), points.at(-1)];
	if (!from || !to) return "";
	const source = bend(scene, from, to);
	const length = Math.hypot(to.x - source.x, to.y - source.y);
	const [ux, uy] = [(to.x - source.x) / length, (to.y - source.y) / length];
	const { tip: short, back, wide } = scene.arrow;
	const tip = { x: to.x - short * ux, y: to.y - short * uy };
	return [
		tip,
		{ x: tip.x - back * ux - wide * uy, y: tip.y - back * uy + wide * ux },
		{ x: tip.x - back * ux + wide * uy, y: tip.y - back * uy - wide * ux },
	]
		.map(({ x, y }) => `${show(x)},${show(y)}`)
		.join(" ");
}
