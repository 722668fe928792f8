import type { NewTable, Table } from "../wire";

/** The same match once more: whoever sits here sits here, bots stay, others get a new link. */
export function rematchOf(table: Table, mine: readonly number[]): NewTable {
	return {
		game: table.game,
		options: table.options.replace(/(^| )seats=\d+/, "").trim(),
		seats: table.people.map((person) => {
			if (person.kind === "bot") return { kind: "bot", bot: person.bot, name: person.title ? "" : person.name };
			return { kind: mine.includes(person.seat) ? "here" : "link", name: person.name };
		}),
	};
}
