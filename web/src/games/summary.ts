import type { GameView, Line, VeniseView, Words, XeQueoView } from "../wire";

/** How a match went: three numbers, and the score as it grew. */
export interface Summary {
	facts: Words[];
	course: Course | null;
}

export interface Course {
	/** By seat: what it had after each round; everybody begins with nothing. */
	scores: number[][];
	goal: number;
}

function grown(winners: readonly (readonly number[])[], seats: number): number[][] {
	return Array.from({ length: seats }, (_, seat) => {
		let have = 0;
		return [0, ...winners.map((round) => (have += round[seat] ?? 0))];
	});
}

function ofXeQueo({ results, goal }: XeQueoView): Summary {
	const count = (...hows: string[]) => results.filter((result) => hows.includes(result.how)).length;
	return {
		facts: [
			{ key: "web_fact_rounds", params: { count: results.length } },
			{ key: "web_fact_entries", params: { count: count("entry") } },
			{ key: "web_fact_calls", params: { right: count("call"), count: count("call", "miss") } },
		],
		course: {
			scores: grown(
				results.map(({ winner }) => [0, 1].map((seat) => Number(seat === winner))),
				2,
			),
			goal,
		},
	};
}

function ofVenise({ seats, round, lost }: VeniseView, lines: readonly Line[]): Summary {
	const gems: number[][] = [];
	let chapter = "";
	let planks = 0;
	for (const { effects, chapter: words } of lines) {
		const heading = JSON.stringify(words);
		if (heading !== chapter) gems.push(seats.map(() => 0));
		chapter = heading;
		planks += effects?.laid?.length ?? 0;
		const found = gems.at(-1);
		if (found && effects?.gems) found[effects.seat] = (found[effects.seat] ?? 0) + effects.gems.length;
	}
	return {
		facts: [
			{ key: "ve_fact_rounds", params: { count: round } },
			{ key: "web_fact_planks", params: { count: planks } },
			{ key: "web_fact_water", params: { count: lost[0] + lost[1] } },
		],
		course: { scores: grown(gems, seats.length), goal: 4 },
	};
}

export function summaryOf(view: GameView, lines: readonly Line[]): Summary {
	if (view.game === "xequeo") return ofXeQueo(view);
	if (view.game === "venise") return ofVenise(view, lines);
	const moves = lines.filter((line) => line.actor >= 0).length;
	return { facts: [{ key: "web_fact_moves", params: { count: moves } }], course: null };
}
