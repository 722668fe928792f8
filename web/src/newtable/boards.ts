import type { BoardInfo } from "../wire";

/** From the easiest shipped board to the hardest, by the hourglasses it costs to collect all gems alone. */
const STEPS = [27, 30, 34, 37] as const;
export const HARDEST = STEPS.length + 1;

/** 1 to 5. */
export function difficulty({ hourglasses }: Pick<BoardInfo, "hourglasses">): number {
	return 1 + STEPS.filter((step) => (hourglasses[0] ?? 0) > step).length;
}

/** Whether beginning matters with so many players, as far as the games that were played can tell. */
export function fairness({ first }: Pick<BoardInfo, "first">, seats: number): "even" | "helps" | "hurts" {
	const [low, high] = first[seats - 2] ?? [0, 1];
	if (low > 1 / seats) return "helps";
	return high < 1 / seats ? "hurts" : "even";
}
