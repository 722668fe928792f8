import { load, save } from "./storage";
import type { GameName } from "./wire";

/** A table at which this browser holds seats. */
export interface MyTable {
	table: string;
	game: GameName;
	/** By seat number. */
	tokens: Record<string, string>;
	names: string[];
	/** Milliseconds; when it was last looked at. */
	seen: number;
	isOver: boolean;
	/** By seat number: links that nobody has opened yet, so that the host can show them again. */
	invites: Record<string, string>;
}

const MOST = 60;

function all(): Record<string, MyTable> {
	return load<Record<string, MyTable>>("tables", {});
}

function keep(tables: Record<string, MyTable>): void {
	const newest = Object.values(tables).sort((a, b) => b.seen - a.seen);
	save("tables", Object.fromEntries(newest.slice(0, MOST).map((mine) => [mine.table, mine])));
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
	const old = tables[table] ?? { table, game: "xequeo", tokens: {}, names: [], seen: 0, isOver: false, invites: {} };
	tables[table] = {
		...old,
		...changes,
		tokens: { ...old.tokens, ...changes.tokens },
		invites: { ...old.invites, ...changes.invites },
		seen: Date.now(),
	};
	keep(tables);
}

export function forgetTable(table: string): void {
	const tables = all();
	delete tables[table];
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
