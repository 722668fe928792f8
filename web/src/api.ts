import { once } from "./fetching";
import { Refused } from "./socket.svelte";
import type {
	AskGuess,
	AskPosition,
	AskStandings,
	AskStudy,
	BoardCode,
	BoardFile,
	Claim,
	Claimed,
	Failed,
	GameInfo,
	Guess,
	Invitation,
	LessonInfo,
	LessonState,
	LinkedPosition,
	Lobby,
	MadeTable,
	NewTable,
	PlayLesson,
	Position,
	Replay,
	Standings,
	Studied,
	TableKey,
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

export function post<T>(body: T): RequestInit {
	return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export function bearer(token: string): Record<string, string> {
	return token ? { authorization: `Bearer ${token}` } : {};
}

const games = once((path: string) => ask<GameInfo[]>(path));

export const api = {
	/** Asked once: what can be played changes only with the program. */
	games: () => games("/api/games"),
	lessons: () => ask<LessonInfo[]>("/api/lessons"),
	/** All moves so far, every time: nothing is kept there. */
	playLesson: (moves: PlayLesson) => ask<LessonState>("/api/lessons", post(moves)),
	lobby: () => ask<Lobby>("/api/lobby"),
	makeTable: (table: NewTable) => ask<MadeTable>("/api/tables", post(table)),
	claim: (table: string, claim: Claim) => ask<Claimed>(`/api/tables/${encodeURIComponent(table)}/claim`, post(claim)),
	/** Refused as the claim would be; nothing is taken yet. */
	invitation: (table: string, claim: Claim) =>
		ask<Invitation>(`/api/tables/${encodeURIComponent(table)}/invitation`, post(claim)),
	/** Of all matches at once; it counts as no presence. */
	standings: (tables: TableKey[]) => ask<Standings>("/api/standings", post<AskStandings>({ tables })),
	/** A word that moves the token's seat to another device, once. */
	transfer: (table: string, token: string) =>
		ask<Transfer>(`/api/tables/${encodeURIComponent(table)}/transfer`, {
			method: "POST",
			headers: bearer(token),
		}),
	board: (text: string) => ask<BoardCode>("/api/boards", post<BoardFile>({ text })),
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
	/** Of a finished match: to play on from, and to send on. */
	position: (asked: AskPosition) => ask<Position>("/api/position", post(asked)),
	linkedPosition: (link: LinkedPosition) => ask<Position>("/api/position/link", post(link)),
	/** A finished match with one note or variation more, or less; nothing is kept there. */
	study: (asked: AskStudy) => ask<Studied>("/api/study", post(asked)),
	/** A finished match without its secrets: what happened after the last bet. */
	guess: (table: string, bets: AskGuess) => ask<Guess>(`/api/tables/${encodeURIComponent(table)}/guess`, post(bets)),
	replay: (record: string) =>
		ask<Replay>("/api/replay", { method: "POST", headers: { "content-type": "text/plain" }, body: record }),
};
