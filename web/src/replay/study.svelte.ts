import { api } from "../api";
import { say } from "../i18n.svelte";
import { showName } from "../people";
import { Refused } from "../socket.svelte";
import { load, save } from "../storage";
import { myTables, rememberTable } from "../store";
import { toast } from "../toasts.svelte";
import type { AskStudy, Replay, Seen } from "../wire";

/** Why something played on from a match will never be a variation of it; anything else is tried again the next time. */
const NEVER: ReadonlySet<string> = new Set([
	"study_empty",
	"study_line",
	"study_masked",
	"study_other",
	"table_unknown",
]);

/** Records that were opened as a file go by such names in this browser. No table has a point in its name. */
const FILE = "file.";

export function isFile(id: string): boolean {
	return id.startsWith(FILE);
}

/** Keeps a record that was opened as a file as long as this tab; gives its name. */
export function keepFile(record: string): string {
	let hash = 0xcbf29ce484222325n;
	for (const letter of record) hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n);
	const id = FILE + hash.toString(36);
	save(id, record, "tab");
	return id;
}

/** A match with what its reader adds to it. Notes and variations live in this browser, and in the file it saves. */
export class Study {
	replay = $state.raw<Replay>() as Replay;
	/** The record with all that was added; empty while there is nothing but the match of a table. */
	record = $state("");
	isBusy = $state(false);
	readonly id: string;

	constructor(id: string, replay: Replay, record: string) {
		this.id = id;
		this.replay = replay;
		this.record = record;
	}

	/** Only of a match that is over: before that it might help somebody. */
	get isOpen(): boolean {
		return this.replay.end !== null;
	}

	position(line: number, at: number, seen: Seen): ReturnType<typeof api.position> {
		return api.position({ table: this.id, record: this.record, line, at, seen });
	}

	/** Raises Refused, and then nothing has changed. */
	async change(asked: Omit<AskStudy, "table" | "record">): Promise<void> {
		this.isBusy = true;
		try {
			const { record, replay } = await api.study({ table: this.id, record: this.record, ...asked });
			this.record = record;
			this.replay = replay;
			save(studyName(this.id), record);
		} finally {
			this.isBusy = false;
		}
	}

	/** What was played on from here, at other tables, becomes a variation once it is over. */
	async collect(): Promise<void> {
		if (!this.isOpen) return;
		for (const { table, origin, isOver, names } of myTables().reverse()) {
			if (origin?.of !== this.id || !isOver || origin.isKept) continue;
			const title = names.map(showName).join(" – ");
			try {
				await this.change({ line: origin.line, at: origin.at, played: table, title });
			} catch (error) {
				if (!(error instanceof Refused)) throw error;
				// Where nobody moved, there is nothing to tell.
				if (error.code !== "study_empty") toast(() => say(error.words), { isError: true });
				if (!NEVER.has(error.code)) continue;
			}
			rememberTable(table, { origin: { ...origin, isKept: true } });
		}
	}
}

function studyName(id: string): string {
	return `study.${id}`;
}

/** The record of a match with what was added to it here; else of a file that was opened in this tab. */
export function keptStudy(id: string): string {
	return load(studyName(id), "") || (isFile(id) ? load(id, "", "tab") : "");
}
