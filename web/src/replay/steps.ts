import type { Frame, Replay, Variation } from "../wire";

/** One frame of a line of play, and where it stands in the record. */
export interface Step {
	frame: Frame;
	/** The variation it belongs to, from 1; 0 is the match itself. */
	line: number;
	/** After so many moves. */
	at: number;
}

/** A line from its beginning on: a variation has what leads to it, too. */
export function stepsOf(replay: Replay, line: number): Step[] {
	const variation = replay.variations[line - 1];
	if (!variation) return replay.frames.map((frame, at) => ({ frame, line: 0, at }));
	const before = stepsOf(replay, variation.of);
	const leaves = leavesAt(before, variation);
	const own = variation.frames.map((frame, index) => ({ frame, line, at: variation.first + index }));
	if (!variation.is_anew) return [...before.slice(0, leaves + 1), ...own.slice(1)];
	// Dealt anew, it looks different from the very position on; how that came about is the same.
	const [first, ...rest] = own;
	const led = before[leaves]?.frame.line ?? null;
	return [...before.slice(0, leaves), ...(first ? [{ ...first, frame: { ...first.frame, line: led } }] : []), ...rest];
}

/** The step of the line that a variation is of at which it leaves that line. */
export function leavesAt(steps: readonly Step[], { of, at }: Pick<Variation, "of" | "at">): number {
	const own = steps.findLastIndex((step) => step.line === of && step.at === at);
	return own >= 0 ? own : steps.findLastIndex((step) => step.at === at);
}

export function noteOf(replay: Replay, step: Step | undefined): string {
	if (!step) return "";
	return (step.line ? replay.variations[step.line - 1]?.notes : replay.notes)?.[step.at] ?? "";
}

/** The variations that leave the line at this step. */
export function ways(replay: Replay, step: Step | undefined): number[] {
	return replay.variations.flatMap(({ of, at }, index) => (of === step?.line && at === step.at ? [index + 1] : []));
}
