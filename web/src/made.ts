import { api } from "./api";
import { go } from "./router";
import { type MyTable, rememberTable } from "./store";
import type { NewTable } from "./wire";

/** Makes a table, keeps the keys to its seats and what this browser knows of it, and goes there. */
export async function makeAndGo(table: NewTable, known: Partial<MyTable> = {}): Promise<void> {
	const made = await api.makeTable(table);
	const keys = (kind: "token" | "invite") =>
		Object.fromEntries(made.seats.filter((seat) => seat[kind]).map((seat) => [seat.seat, seat[kind]]));
	rememberTable(made.table, { game: table.game, tokens: keys("token"), invites: keys("invite"), ...known });
	go(`/t/${made.table}`);
}
