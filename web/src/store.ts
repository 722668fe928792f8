import type { Name } from "./people";
import { load, remove, save } from "./storage";
import type { GameName, Words } from "./wire";

/** A table at which this browser holds seats, or held them. */
export interface MyTable {
	table: string;
	game: GameName;
	/** By seat number. */
	tokens: Record<string, string>;
	names: Name[];
	/** Milliseconds; when it was last looked at. */
	seen: number;
	isOver: boolean;
	/** By seat number: links that nobody has opened yet, so that the host can show them again. */
	invites: Record<string, string>;
	/** Not listed any more; the seats are kept all the same. */
	isHidden: boolean;
	/** Whether somebody here was to act, when it was last looked at. */
	isTurn: boolean;
	/** Whether the others have asked somebody here to come. */
	isCalled: boolean;
	/** Milliseconds; when something happened there that everybody could see. */
	changed: number;
	/** Whether it waited for people still. */
	isStarted: boolean;
	/** The seats that were played here. */
	mine: number[];
	/** How it ended. */
	end: Words | null;
	/** By seat, 1 is best. */
	places: number[];
	/** By seat: how many matches each has won that were played again and led to this one; empty for the first. */
	wins: number[];
	/** By seat: what to be called here, taken along from the match before. */
	wishes: Record<string, string>;
	/** The board of the workshop that is being tried out here; empty for most tables. */
	workshop: string;
	/** The position that the match began in; empty for the game's own beginning. */
	start: string;
	/** The match that it was played on from. */
	origin: Origin | null;
}

/** A position of a match, and whether what was played on from there is a variation of it by now. */
export interface Origin {
	of: string;
	line: number;
	at: number;
	isKept?: boolean;
}

const NEW: Omit<MyTable, "table"> = {
	game: "xequeo",
	tokens: {},
	names: [],
	seen: 0,
	isOver: false,
	invites: {},
	isHidden: false,
	isTurn: false,
	isCalled: false,
	changed: 0,
	isStarted: true,
	mine: [],
	end: null,
	places: [],
	wins: [],
	wishes: {},
	workshop: "",
	start: "",
	origin: null,
};

/** Finished matches that are kept. Those in play all are. */
const MOST = 100;

function all(): Record<string, MyTable> {
	const kept = load<Record<string, Partial<MyTable>>>("tables", {});
	return Object.fromEntries(Object.entries(kept).map(([table, mine]) => [table, { ...NEW, table, ...mine }]));
}

function keep(tables: Record<string, MyTable>): void {
	const newest = Object.values(tables).sort((a, b) => b.seen - a.seen);
	const finished = newest.filter((mine) => mine.isOver);
	const old = new Set(finished.slice(MOST));
	for (const { table } of old) remove(`record.${table}`);
	const kept = newest.filter((mine) => !old.has(mine));
	save("tables", Object.fromEntries(kept.map((mine) => [mine.table, mine])));
}

/** Newest first. */
export function myTables(): MyTable[] {
	return Object.values(all()).sort((a, b) => b.seen - a.seen);
}

export function myTable(table: string): MyTable | null {
	return all()[table] ?? null;
}

/** Changes or adds what is known of a table; tokens and invites are added to those held already. */
export function rememberTable(table: string, changes: Partial<Omit<MyTable, "table">>): void {
	const tables = all();
	const old = tables[table] ?? { ...NEW, table };
	tables[table] = {
		...old,
		...changes,
		tokens: { ...old.tokens, ...changes.tokens },
		invites: { ...old.invites, ...changes.invites },
		seen: changes.seen ?? Date.now(),
	};
	keep(tables);
}

/** Of a table that is not there any more. */
export function forgetTable(table: string): void {
	const tables = all();
	delete tables[table];
	remove(`record.${table}`);
	keep(tables);
}

/** Another device has this seat from now on. */
export function forgetSeat(table: string, seat: number): void {
	const tables = all();
	const mine = tables[table];
	if (!mine) return;
	delete mine.tokens[seat];
	if (Object.keys(mine.tokens).length === 0) delete tables[table];
	keep(tables);
}

/** The record of a finished match, so that it can be seen again wherever its server has gone. */
export function keepRecord(table: string, record: string): void {
	save(`record.${table}`, record);
}

export function recordOf(table: string): string {
	return load<string>(`record.${table}`, "");
}

/** A random word by which the server knows this browser again when it opens the same link twice. */
export function browserWord(): string {
	let word = load<string>("browser", "");
	if (!word) {
		word = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
			"",
		);
		save("browser", word);
	}
	return word;
}
