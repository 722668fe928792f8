import { once } from "./fetching";
import { Refused } from "./socket.svelte";
import type {
	BoardCode,
	Claim,
	Claimed,
	Failed,
	GameInfo,
	Invitation,
	Lobby,
	MadeTable,
	NewTable,
	Replay,
	Standing,
	Transfer,
} from "./wire";

const OFFLINE = { code: "web_error_offline", words: { key: "web_error_offline", params: {} }, problems: [] };

export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
	const answer = await fetch(path, init).catch(() => null);
	if (!answer) throw new Refused(OFFLINE);
	const data: unknown = await answer.json().catch(() => null);
	if (answer.ok && data !== null) return data as T;
	const failed = data as Failed | null;
	throw new Refused(failed?.words ? failed : OFFLINE);
}

export function post(body: unknown): RequestInit {
	return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export function bearer(token: string): Record<string, string> {
	return token ? { authorization: `Bearer ${token}` } : {};
}

const games = once((path: string) => ask<GameInfo[]>(path));

export const api = {
	/** Asked once: what can be played changes only with the program. */
	games: () => games("/api/games"),
	lobby: () => ask<Lobby>("/api/lobby"),
	makeTable: (table: NewTable) => ask<MadeTable>("/api/tables", post(table)),
	claim: (table: string, claim: Claim) => ask<Claimed>(`/api/tables/${encodeURIComponent(table)}/claim`, post(claim)),
	/** Refused as the claim would be; nothing is taken yet. */
	invitation: (table: string, claim: Claim) =>
		ask<Invitation>(`/api/tables/${encodeURIComponent(table)}/invitation`, post(claim)),
	standing: (table: string, token: string) =>
		ask<Standing>(`/api/tables/${encodeURIComponent(table)}/standing`, { headers: bearer(token) }),
	/** A word that moves the token's seat to another device, once. */
	transfer: (table: string, token: string) =>
		ask<Transfer>(`/api/tables/${encodeURIComponent(table)}/transfer`, {
			method: "POST",
			headers: bearer(token),
		}),
	board: (text: string) => ask<BoardCode>("/api/boards", post({ text })),
	/** As the seat of the token saw it, with all secrets when the match is over. */
	replayOf: (table: string, token = "") =>
		ask<Replay>(`/api/tables/${encodeURIComponent(table)}/replay`, {
			headers: bearer(token),
		}),
	/** As a text file: what is in it, and what to call it. */
	record: async (table: string, token = ""): Promise<{ text: string; name: string }> => {
		const path = `/api/tables/${encodeURIComponent(table)}/record`;
		const answer = await fetch(path, { headers: bearer(token) }).catch(() => null);
		if (!answer?.ok) throw new Refused(OFFLINE);
		const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
		return { text: await answer.text(), name: name ?? "match.txt" };
	},
	replay: (record: string) =>
		ask<Replay>("/api/replay", { method: "POST", headers: { "content-type": "text/plain" }, body: record }),
};
