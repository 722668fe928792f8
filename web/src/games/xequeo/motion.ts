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
export function travel(points: readonly Point[]): Travel {
	const legs = points.slice(1).map((to, index) => ({ from: points[index] as Point, to }));
	const times = legs.map(({ from, to }) => (isJump(from, to) ? JUMP : STEP));
	const total = times.reduce((sum, time) => sum + time, 0);
	const frames: Keyframe[] = [];
	const shadow: Keyframe[] = [];
	const landings: number[] = [];
	let passed = 0;
	for (const [index, { from, to }] of legs.entries()) {
		const time = times[index] as number;
		const isHigh = isJump(from, to);
		for (let sample = index === 0 ? 0 : 1; sample <= SAMPLES; sample += 1) {
			const part = sample / SAMPLES;
			const offset = Math.min(1, (passed + time * part) / total);
			const { x, y } = along(from, to, ease(part));
			const height = isHigh ? Math.sin(Math.PI * part) : 0.25 * Math.sin(Math.PI * part);
			frames.push({ offset, transform: place({ x, y }, 1 + LIFT * height) });
			shadow.push({ offset, transform: `translate(${3 + 12 * height}px, ${6 + 26 * height}px)` });
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
