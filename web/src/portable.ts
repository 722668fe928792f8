import { settings } from "./settings.svelte";
import { keepRecord, type MyTable, myTables, recordOf, rememberTable } from "./store";
import type { Words } from "./wire";

/** What is taken along to another browser. Never a key to a seat, an invitation, or the word that names this browser. */
type Match = Pick<MyTable, "table" | "game" | "names" | "seen" | "mine" | "end" | "places"> & { record: string };

interface Portable {
	ridotto: "matches 1";
	settings: Record<string, unknown>;
	matches: Match[];
}

export function exported(): string {
	const matches = myTables()
		.filter((each) => each.isOver)
		.map(({ table, game, names, seen, mine, end, places }): Match => {
			return { table, game, names, seen, mine, end, places, record: recordOf(table) };
		});
	const file: Portable = { ridotto: "matches 1", settings: { ...settings.kept }, matches };
	return `${JSON.stringify(file, null, "\t")}\n`;
}

const isNumber = (value: unknown): boolean => typeof value === "number";
const isWords = (value: unknown): boolean => typeof (value as Partial<Words> | null)?.key === "string";
const isName = (value: unknown): boolean => typeof value === "string" || isWords(value);
const isList = (value: unknown, isOne: (each: unknown) => boolean): boolean =>
	Array.isArray(value) && value.every(isOne);

function isMatch(value: unknown): value is Match {
	const { table, game, names, seen, mine, end, places, record } = (value ?? {}) as Record<string, unknown>;
	const isEnd = end === null || isWords(end);
	const isText = [table, game, record].every((each) => typeof each === "string") && typeof seen === "number";
	return isText && isEnd && isList(names, isName) && isList(mine, isNumber) && isList(places, isNumber);
}

/** Adds what is not here yet, and says how many matches; null: it is no such file, and nothing has changed. */
export function imported(text: string): number | null {
	let file: Partial<Portable> | null;
	try {
		file = JSON.parse(text) as Partial<Portable> | null;
	} catch {
		return null;
	}
	const { matches } = file ?? {};
	if (file?.ridotto !== "matches 1" || !Array.isArray(matches) || !matches.every(isMatch)) return null;
	const known = new Set(myTables().map((each) => each.table));
	const fresh = matches.filter((each) => !known.has(each.table));
	for (const { table, game, names, seen, mine, end, places, record } of fresh) {
		rememberTable(table, { game, names, seen, mine, end, places, isOver: true });
		if (record) keepRecord(table, record);
	}
	settings.take(file.settings);
	return fresh.length;
}
