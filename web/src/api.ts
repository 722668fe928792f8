import { once } from "./fetching";
import { Refused } from "./socket.svelte";
import type { BoardCode, Claim, Claimed, Failed, GameInfo, Lobby, MadeTable, NewTable, Replay, Transfer } from "./wire";

const OFFLINE = { code: "web_error_offline", words: { key: "web_error_offline", params: {} }, problems: [] };

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
	const answer = await fetch(path, init).catch(() => null);
	if (!answer) throw new Refused(OFFLINE);
	const data: unknown = await answer.json().catch(() => null);
	if (answer.ok && data !== null) return data as T;
	const failed = data as Failed | null;
	throw new Refused(failed?.words ? failed : OFFLINE);
}

function post(body: unknown): RequestInit {
	return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

const games = once((path: string) => ask<GameInfo[]>(path));

export const api = {
	/** Asked once: what can be played changes only with the program. */
	games: () => games("/api/games"),
	lobby: () => ask<Lobby>("/api/lobby"),
	makeTable: (table: NewTable) => ask<MadeTable>("/api/tables", post(table)),
	claim: (table: string, claim: Claim) => ask<Claimed>(`/api/tables/${encodeURIComponent(table)}/claim`, post(claim)),
	/** A word that moves the token's seat to another device, once. */
	transfer: (table: string, token: string) =>
		ask<Transfer>(`/api/tables/${encodeURIComponent(table)}/transfer`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}` },
		}),
	board: (text: string) => ask<BoardCode>("/api/boards", post({ text })),
	/** As the seat of the token saw it, with all secrets when the match is over. */
	replayOf: (table: string, token = "") =>
		ask<Replay>(`/api/tables/${encodeURIComponent(table)}/replay`, {
			headers: token ? { authorization: `Bearer ${token}` } : {},
		}),
	replay: (record: string) =>
		ask<Replay>("/api/replay", { method: "POST", headers: { "content-type": "text/plain" }, body: record }),
};
