import type { Problem } from "../wire";

/** What is to be seen where something is wrong. */
export interface Mark {
	isAdvice: boolean;
}

/** By post or field; what keeps the board from being played counts more than advice. */
export function marksOf(problems: readonly Problem[]): Map<string, Mark> {
	const marks = new Map<string, Mark>();
	for (const { spot, is_advice } of problems)
		if (spot) marks.set(spot, { isAdvice: is_advice && (marks.get(spot)?.isAdvice ?? true) });
	return marks;
}
