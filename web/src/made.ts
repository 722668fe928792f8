import { api } from "./api";
import { go } from "./router";
import { rememberTable } from "./store";
import type { NewTable } from "./wire";

/** Makes a table, keeps the keys to its seats, and goes there. `workshop` is the board of this browser that it is for. */
export async function makeAndGo(table: NewTable, workshop = ""): Promise<void> {
	const made = await api.makeTable(table);
	const keys = (kind: "token" | "invite") =>
		Object.fromEntries(made.seats.filter((seat) => seat[kind]).map((seat) => [seat.seat, seat[kind]]));
	rememberTable(made.table, { game: table.game, tokens: keys("token"), invites: keys("invite"), workshop });
	go(`/t/${made.table}`);
}
