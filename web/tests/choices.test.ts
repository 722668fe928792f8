import { expect, it } from "vitest";
import { defaultSeats, showOptions } from "../src/newtable/choices";
import type { GameInfo, OptionInfo } from "../src/wire";

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
	least_seats: 2,
	most_seats: 2,
	options: [option("distance", "euclidean"), option("position", "")],
	bots: ["random", "greedy", "ismcts"],
	usual_bot: "greedy",
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
