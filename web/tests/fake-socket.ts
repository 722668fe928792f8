import type { FromBrowser, Line, Now, Table, ToBrowser } from "../src/wire";

/** A server at arm's length: what was sent can be read, what it says can be said. */
export class FakeSocket {
	static all: FakeSocket[] = [];
	static get last(): FakeSocket {
		return FakeSocket.all.at(-1) as FakeSocket;
	}

	sent: FromBrowser[] = [];
	isClosed = false;
	onopen: (() => void) | null = null;
	onmessage: ((event: { data: string }) => void) | null = null;
	onclose: (() => void) | null = null;
	onerror: (() => void) | null = null;

	constructor(readonly address: string) {
		FakeSocket.all.push(this);
	}

	send(text: string): void {
		this.sent.push(JSON.parse(text) as FromBrowser);
	}

	close(): void {
		this.isClosed = true;
	}

	open(): void {
		this.onopen?.();
	}

	say(message: ToBrowser): void {
		this.onmessage?.({ data: JSON.stringify(message) });
	}

	breakDown(): void {
		this.onclose?.();
	}
}

export function line(text: string): Line {
	const chapter = { key: "round", params: {} };
	return { actor: 0, text, chapter, said: { key: text, params: {} }, effects: null };
}

export function now(version: number, changes: Partial<Now> & { isPrivate?: boolean; seat?: number | null } = {}): Now {
	const { isPrivate = false, seat = 0, ...rest } = changes;
	const view = {
		game: "xequeo",
		seat,
		is_private: isPrivate,
		choices: [null, null],
		version,
	} as unknown as Now["view"];
	return { version, view, waiting: [0], can_undo: false, end: null, ...rest };
}

export function table(version: number, texts: string[] = [], changes: Partial<Table> = {}): Table {
	return {
		type: "table",
		table: "T",
		game: "xequeo",
		options: "",
		seat: 0,
		people: [],
		is_started: true,
		is_over: false,
		can_hint: false,
		now: now(version),
		lines: texts.map(line),
		past: [],
		start: "",
		...changes,
	};
}

export const noPast = { past_from: 0, past: [] };
