import { Refused } from "./socket.svelte";
import type { BoardCode, Claim, Claimed, Failed, GameInfo, Lobby, MadeTable, NewTable, Replay } from "./wire";

async function ask<T>(path: string, body?: unknown): Promise<T> {
	const answer = await fetch(path, {
		...(body === undefined
			? {}
			: { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
	}).catch(() => null);
	if (!answer) throw new Refused({ code: "web_error_offline", words: { key: "web_error_offline", params: {} } });
	const data: unknown = await answer.json().catch(() => null);
	if (answer.ok && data !== null) return data as T;
	const failed = data as Failed | null;
	if (failed?.words) throw new Refused(failed);
	throw new Refused({ code: "web_error_offline", words: { key: "web_error_offline", params: {} } });
}

let games: Promise<GameInfo[]> | null = null;

export const api = {
	/** Asked once: what can be played changes only with the program. */
	games(): Promise<GameInfo[]> {
		games ??= ask<GameInfo[]>("/api/games").catch((error: unknown) => {
			games = null;
			throw error;
		});
		return games;
	},
	lobby: () => ask<Lobby>("/api/lobby"),
	makeTable: (table: NewTable) => ask<MadeTable>("/api/tables", table),
	claim: (table: string, claim: Claim) => ask<Claimed>(`/api/tables/${encodeURIComponent(table)}/claim`, claim),
	board: (text: string) => ask<BoardCode>("/api/boards", { text }),
	replayOf: (table: string) => ask<Replay>(`/api/tables/${encodeURIComponent(table)}/replay`),
	replay: (record: string) => ask<Replay>("/api/replay", { text: record }),
};
