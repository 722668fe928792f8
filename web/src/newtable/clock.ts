import type { NewClock } from "../wire";

/** As it is chosen: minutes where people think in minutes. */
export interface ClockChoice {
	kind: "none" | NewClock["kind"];
	first: number;
	second: number;
	late: "forfeit" | "bot";
	/** Without a clock: seconds until a bot can stand in for one who is away; 0 is never. */
	wait: number;
}

export const USUAL_WAIT = 900;
export const WAITS = [300, USUAL_WAIT, 3_600, 86_400, 0];

interface Usual {
	first: number;
	second: number;
	/** Of the first number. */
	most: number;
	firstLabel: string;
	secondLabel: string;
}

export const CLOCKS: Record<NewClock["kind"], Usual> = {
	move: { first: 60, second: 0, most: 86_400, firstLabel: "web_clock_seconds", secondLabel: "" },
	fischer: {
		first: 15,
		second: 10,
		most: 1_440,
		firstLabel: "web_clock_minutes",
		secondLabel: "web_clock_bonus",
	},
	days: { first: 2, second: 3, most: 60, firstLabel: "web_clock_turn_days", secondLabel: "web_clock_bank" },
};

export const NO_CLOCK: ClockChoice = { kind: "none", first: 0, second: 0, late: "forfeit", wait: USUAL_WAIT };

/** What is asked for; null without a clock. */
export function asked({ kind, first, second, late }: ClockChoice): NewClock | null {
	return kind === "none" ? null : { kind, first: kind === "fischer" ? first * 60 : first, second, late };
}

/** What is asked for where nobody's time is counted. */
export function askedWait({ kind, wait }: Pick<ClockChoice, "kind" | "wait">): number {
	return kind === "none" ? wait : 0;
}
