import type { WayStep } from "../wire";

/** One step of the cheapest way, as it is shown on the board. */
export type Step = WayStep & { letter: string };
