import { expect, it } from "vitest";
import { defaultSeats, showOptions } from "../src/newtable/plan";
import { rematchOf } from "../src/table/rematch";
import type { GameInfo, OptionInfo, Person } from "../src/wire";
import { table } from "./fake-socket";

const option = (name: string, usual: string): OptionInfo => ({
	name,
	kind: "text",
	values: [],
	default: usual,
	least: null,
	most: null,
	is_study: false,
});

const INFO: GameInfo = {
	name: "xequeo",
	rules: "1",
	least_seats: 2,
	most_seats: 2,
	options: [option("distance", "euclidean"), option("position", "")],
	bots: ["random", "greedy", "ismcts"],
	boards: [],
};

it("writes only options that differ, quoted where they must be", () => {
	expect(showOptions(INFO, { distance: "euclidean" })).toBe("");
	expect(showOptions(INFO, { distance: "king", position: "R5O/7 0" })).toBe('distance=king "position=R5O/7 0"');
});

it("plays against somebody of middling strength", () => {
	expect(defaultSeats(INFO, 2, "Anna")).toEqual([
		{ kind: "here", name: "Anna", bot: "greedy" },
		{ kind: "bot", name: "", bot: "greedy" },
	]);
});

it("plays the same match again", () => {
	const person = (seat: number, changes: Partial<Person>): Person => ({
		seat,
		name: `P${seat}`,
		title: null,
		kind: "person",
		bot: "",
		is_taken: true,
		is_here: true,
		...changes,
	});
	const people = [
		person(0, {}),
		person(1, {}),
		person(2, { kind: "bot", bot: "doge", title: { key: "bot", params: {} } }),
	];
	expect(rematchOf(table(1, [], { people, options: "seats=3 board=night-basic" }), [0])).toEqual({
		game: "xequeo",
		options: "board=night-basic",
		seats: [
			{ kind: "here", name: "P0" },
			{ kind: "link", name: "P1" },
			{ kind: "bot", bot: "doge", name: "" },
		],
	});
});
