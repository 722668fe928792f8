import type { XeQueoScene } from "../../wire";
import { along, isJump, type Point } from "./geometry";

/** Milliseconds. */
const STEP = 260;
const JUMP = 270;
/** However many jumps: the next move must not wait for ever. */
const MOST = 950;
const SAMPLES = 8;
/** How much nearer to the eye a piece is in the middle of a jump. */
const LIFT = 0.22;

export interface Travel {
	frames: Keyframe[];
	shadow: Keyframe[];
	duration: number;
	/** When each leg ends, as a part of the whole. */
	landings: number[];
}

const ease = (part: number): number => part * part * (3 - 2 * part);

/** The way of a piece as keyframes: it slides along a step and flies over what it jumps. */
export function travel(scene: XeQueoScene, points: readonly Point[]): Travel {
	const legs = points.slice(1).map((to, index) => ({ from: points[index] as Point, to }));
	const times = legs.map(({ from, to }) => (isJump(scene, from, to) ? JUMP : STEP));
	const total = times.reduce((sum, time) => sum + time, 0);
	const frames: Keyframe[] = [];
	const shadow: Keyframe[] = [];
	const landings: number[] = [];
	let passed = 0;
	for (const [index, { from, to }] of legs.entries()) {
		const time = times[index] as number;
		const isHigh = isJump(scene, from, to);
		for (let sample = index === 0 ? 0 : 1; sample <= SAMPLES; sample += 1) {
			const part = sample / SAMPLES;
			const offset = Math.min(1, (passed + time * part) / total);
			const { x, y } = along(scene, from, to, ease(part));
			const height = isHigh ? Math.sin(Math.PI * part) : 0.25 * Math.sin(Math.PI * part);
			frames.push({ offset, transform: place({ x, y }, 1 + LIFT * height) });
			shadow.push({ offset, transform: `translate(${12 * height}px, ${26 * height}px)` });
		}
		passed += time;
		landings.push(passed / total);
	}
	return { frames, shadow, duration: Math.min(MOST, total), landings };
}

export function place({ x, y }: Point, scale = 1): string {
	const show = (value: number): number => Math.round(value * 100) / 100;
	return `translate(${show(x)}px, ${show(y)}px) scale(${show(scale)})`;
}

/** Something comes down onto its point. */
export function dropIn({ x, y }: Point): Keyframe[] {
	return [
		{ transform: place({ x, y: y - 70 }, 1.35), opacity: 0 },
		{ transform: place({ x, y }), opacity: 1, offset: 0.75 },
		{ transform: place({ x, y }, 1.05), opacity: 1, offset: 0.87 },
		{ transform: place({ x, y }), opacity: 1 },
	];
}

/** From one box to the middle of another, in an arc towards the eye. */
export function flight(from: DOMRect, to: DOMRect): Keyframe[] {
	const dx = to.left + to.width / 2 - (from.left + from.width / 2);
	const dy = to.top + to.height / 2 - (from.top + from.height / 2);
	const high = `translate(${dx * 0.35}px, ${dy * 0.35 - 40}px) scale(1.35) rotateX(40deg)`;
	return [
		{ transform: "none", opacity: 1 },
		{ transform: high, opacity: 1, offset: 0.45 },
		{ transform: `translate(${dx}px, ${dy}px) scale(${to.width / from.width})`, opacity: 1 },
	];
}
