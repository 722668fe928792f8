import { untrack } from "svelte";
import { api } from "../api";
import { placesOf } from "../games/signs";
import { keptName } from "../people";
import { keepRecord, myTable, recordOf, rememberTable } from "../store";
import { turns } from "../turns.svelte";
import type { Actions } from "./actions.svelte";
import type { Seating } from "./seating.svelte";

/** What this browser keeps of a table where somebody sits; called while a component is made. */
export function keepTable(seating: Seating, actions: Actions): void {
	const mine = seating.seats;
	const common = $derived(seating.commonMoment?.table ?? null);
	const isOver = $derived(common?.is_over ?? false);

	// What the home page says about this table.
	let version: number | null = null;
	$effect(() => {
		if (!common || mine.length === 0) return;
		const hasMoved = version !== null && version !== common.now.version;
		version = common.now.version;
		rememberTable(common.table, {
			...(hasMoved ? { changed: Date.now() } : {}),
			game: common.game,
			names: common.people.map(keptName),
			isOver: common.is_over,
			isStarted: common.is_started,
			isTurn: seating.acting !== null,
			mine: [...mine],
			end: common.now.end,
			places: [...placesOf(common.now.view)],
			isHidden: false,
			start: common.start,
		});
		untrack(() => turns.review());
	});

	// A finished match is kept here, wherever its server goes.
	$effect(() => {
		if (!isOver || mine.length === 0 || recordOf(seating.table)) return;
		api.record(seating.table).then(
			({ text }) => keepRecord(seating.table, text),
			() => {}, // it is on the server still
		);
	});

	// Whoever took a new name along from the match before is called so here.
	$effect(() => {
		const wishes = Object.entries(myTable(seating.table)?.wishes ?? {});
		if (!common || !wishes.length || seating.link !== "open") return;
		untrack(() => {
			rememberTable(seating.table, { wishes: {} });
			for (const [seat, name] of wishes)
				if (common.people[Number(seat)]?.name !== name) actions.rename(Number(seat), name);
		});
	});
}
