import { api } from "./api";
import { callOf, notify } from "./notices.svelte";
import { keptName } from "./people";
import { settings } from "./settings.svelte";
import { type MyTable, myTables, rememberTable } from "./store";
import type { Standing, TableKey } from "./wire";

/** Milliseconds from one question to the next: for whoever looks at the list, and for notices alone. */
const LOOKED_AT = 5_000;
const UNSEEN = 15_000;
/** As many as the server answers for at once. */
const MOST = 100;

function change(
	mine: MyTable,
	{ is_over, is_started, is_called, waiting, people, end, since }: Standing,
): Partial<MyTable> | null {
	const names = people.map(keptName);
	const isTurn = waiting.some((seat) => String(seat) in mine.tokens && !people[seat]?.stand_in);
	// What is told in seconds is the same moment as long as it differs by no more.
	const moment = Date.now() - since * 1000;
	const now = {
		isOver: is_over,
		isStarted: is_started,
		isTurn,
		isCalled: is_called,
		names,
		end,
		mine: Object.keys(mine.tokens).map(Number),
	};
	const news = { ...now, changed: Math.abs(moment - mine.changed) > 2500 ? moment : mine.changed };
	const isSame = Object.entries(news).every(
		([name, value]) => JSON.stringify(value) === JSON.stringify(mine[name as keyof MyTable]),
	);
	return isSame ? null : { ...news, seen: mine.seen };
}

/** All matches of this browser, asked about in one go: whose turn it is, and since when. */
class Turns {
	/** Newest first. */
	tables = $state.raw<MyTable[]>([]);
	#watchers = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#isAsking = false;
	/** Tables where it was somebody's turn here when that was last looked at. */
	#known: Set<string> | null = null;

	constructor() {
		this.review();
		document.addEventListener("visibilitychange", this.#hurry);
	}

	/** As long as somebody looks at the list. */
	watch(): () => void {
		this.#watchers += 1;
		this.#hurry();
		return () => {
			this.#watchers -= 1;
		};
	}

	/** After what this browser keeps of its matches has changed: whoever does not look is told that it is their turn. */
	review(): void {
		const tables = myTables();
		this.tables = tables;
		const turns = tables.filter((table) => !table.isOver && !table.isHidden && table.isStarted && table.isTurn);
		const known = this.#known;
		this.#known = new Set(turns.map(callOf));
		if (known)
			notify(
				turns,
				turns.filter((table) => !known.has(callOf(table))),
			);
	}

	get #pause(): number {
		if (this.#watchers && !document.hidden) return LOOKED_AT;
		return settings.hasNotices ? UNSEEN : 0;
	}

	readonly #hurry = (): void => {
		clearTimeout(this.#timer);
		if (this.#pause) void this.#look();
	};

	/** Begins, or goes on, where somebody wants to be told. */
	follow(): void {
		clearTimeout(this.#timer);
		const pause = this.#pause;
		if (pause) this.#timer = setTimeout(() => void this.#look(), pause);
	}

	async #look(): Promise<void> {
		if (this.#isAsking) return;
		this.#isAsking = true;
		try {
			const mine = myTables().filter((table) => !table.isOver && !table.isHidden && Object.keys(table.tokens).length);
			const asked = mine
				.slice(0, MOST)
				.map(({ table, tokens }): TableKey => ({ table, token: Object.values(tokens)[0] ?? "" }));
			const found = asked.length ? (await api.standings(asked)).tables : [];
			for (const standing of found) {
				const known = mine.find(({ table }) => table === standing.table);
				const news = known && change(known, standing);
				if (news) rememberTable(standing.table, news);
			}
			this.review();
		} catch {
			// shown as it was; asked again soon
		} finally {
			this.#isAsking = false;
			this.follow();
		}
	}
}

export const turns = new Turns();
