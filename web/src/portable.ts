import { settings } from "./settings.svelte";
import { keepRecord, type MyTable, myTables, recordOf, rememberTable } from "./store";

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

const isList = (value: unknown, kind: "string" | "number"): boolean =>
	Array.isArray(value) && value.every((each) => typeof each === kind);

function isMatch(value: unknown): value is Match {
	const { table, game, names, seen, mine, end, places, record } = (value ?? {}) as Record<string, unknown>;
	const isEnd = end === null || typeof (end as { key?: unknown } | undefined)?.key === "string";
	const isText = [table, game, record].every((each) => typeof each === "string") && typeof seen === "number";
	return isText && isEnd && isList(names, "string") && isList(mine, "number") && isList(places, "number");
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
