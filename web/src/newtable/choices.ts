import type { GameInfo, NewSeat } from "../wire";

/** One seat of a table that is being set up. */
export interface SeatChoice {
	kind: NewSeat["kind"];
	name: string;
	bot: string;
}

/** Somebody here against bots of middling strength. */
export function defaultSeats(info: GameInfo | undefined, count: number, me: string): SeatChoice[] {
	const bot = info?.usual_bot ?? "random";
	return Array.from({ length: count }, (_, seat) => ({
		kind: seat === 0 ? "here" : "bot",
		name: seat === 0 ? me : "",
		bot,
	}));
}

/** Options as records have them; only what differs from the usual. */
export function showOptions(info: GameInfo, values: Readonly<Record<string, string>>): string {
	return info.options
		.flatMap((option) => {
			const value = values[option.name]?.trim() ?? "";
			if (!value || value === option.default) return [];
			return [
				/[\s'"\\]/.test(value) ? `"${option.name}=${value.replace(/(["\\])/g, "\\$1")}"` : `${option.name}=${value}`,
			];
		})
		.join(" ");
}
