import type { GameName, GameView, Line, Words } from "../wire";

/** How a seat is marked at the table: never by colour alone. */
export interface Sign {
	letter: string;
	/** A colour of the game, or of the house where the game has none. */
	fill: string;
	ink: string;
}

const HOUSE: readonly Sign[] = [
	{ letter: "1", fill: "#7a2f2a", ink: "#fff" },
	{ letter: "2", fill: "#27506b", ink: "#fff" },
	{ letter: "3", fill: "#3f5f3a", ink: "#fff" },
	{ letter: "4", fill: "#5b3d6e", ink: "#fff" },
];

/** Before a table is made: the colours that seats of Venise will have, clockwise from the north-west. */
const USUAL: Record<number, string> = { 2: "RG", 3: "RWG", 4: "RWGP" };

function houseSign(seat: number): Sign {
	return HOUSE[seat % HOUSE.length] as Sign;
}

/** As pawns and gems are: the colours are those of the drawings. */
function colourSign(letter: string): Sign {
	return { letter, fill: `var(--seat-${letter})`, ink: `var(--seat-${letter}-ink)` };
}

export function plannedSign(game: GameName, seat: number, count: number, letters = ""): Sign {
	const letter = ((letters.length === count && letters) || (USUAL[count] ?? ""))[seat];
	return game === "venise" && letter && USUAL[4]?.includes(letter) ? colourSign(letter) : houseSign(seat);
}

export function signOf(view: GameView | null, seat: number): Sign {
	const own = view?.game === "venise" ? view.seats[seat] : undefined;
	return own ? colourSign(own.letter) : houseSign(seat);
}

/** What a seat has of what wins: rings or gems. */
export interface Score {
	have: number;
	goal: number;
	/** A text of the catalogue, with have and goal. */
	key: string;
	shape: "ring" | "gem";
}

export function scoreOf(view: GameView, seat: number): Score | null {
	if (view.game === "generic") return null;
	if (view.game === "xequeo")
		return { have: view.rings[seat] ?? 0, goal: view.goal, key: "web_score_rings", shape: "ring" };
	return { have: view.seats[seat]?.home ?? 0, goal: 4, key: "web_score_gems", shape: "gem" };
}

/** By seat, 1 is best; empty while the match is on, or where it ended otherwise. */
export function placesOf(view: GameView): readonly number[] {
	return view.places;
}

/** Whether the viewer knows something that others at the screen must not see. */
export function hasSecret(view: GameView): boolean {
	return view.has_secret;
}

/** Where the match is: its round, or that it is being set up. */
export function headingOf(view: GameView): Words | null {
	return view.heading;
}

/** What to play for, in a sentence or in a few words. */
export function aimOf(view: GameView, isShort = false): Words | null {
	if (view.game === "generic") return null;
	return {
		key: `aim_${isShort ? "short_" : ""}${view.game}`,
		params: view.game === "xequeo" ? { count: view.goal } : {},
	};
}

/** Whether a game's table says who plays, with their scores. */
export function showsPeople(view: GameView): boolean {
	return view.game !== "generic";
}

/** Whether something of it can be seen on the board. */
export function isOnBoard({ effects }: Line): boolean {
	return !!effects && [effects.laid, effects.taken, effects.way].some((places) => places?.length);
}
