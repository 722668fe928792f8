import { api } from "./api";
import { USUAL_WAIT } from "./newtable/clock";
import { go } from "./router";
import { type MyTable, rememberTable } from "./store";
import type { NewTable } from "./wire";

/** Makes a table, keeps the keys to its seats and what this browser knows of it, and goes there. Unless it is asked for,
 * nobody who stays away blocks it. */
export async function makeAndGo(table: NewTable, known: Partial<MyTable> = {}): Promise<void> {
	const people = table.seats.filter(({ kind }) => kind !== "bot");
	const made = await api.makeTable({ wait: people.length > 1 && !table.clock ? USUAL_WAIT : 0, ...table });
	const keys = (kind: "token" | "invite") =>
		Object.fromEntries(made.seats.filter((seat) => seat[kind]).map((seat) => [seat.seat, seat[kind]]));
	rememberTable(made.table, { game: table.game, tokens: keys("token"), invites: keys("invite"), ...known });
	go(`/t/${made.table}`);
}
