import { untrack } from "svelte";
import { say, t } from "../i18n.svelte";
import { nameOf } from "../people";
import { toast } from "../toasts.svelte";
import type { Line } from "../wire";
import type { Seating } from "./seating.svelte";

/** What is read out to somebody who does not see the board, and said in the tab's title; made with a component. */
export class Announcer {
	words = $state("");

	constructor(seating: Seating) {
		const mine = seating.seats;
		const common = $derived(seating.commonScene?.table ?? null);
		const rematch = $derived(seating.rematch);

		// Whoever has put the end away is asked all the same.
		$effect(() => {
			if (!rematch || mine.includes(rematch.by)) return;
			const name = untrack(() => nameOf(common?.people[rematch.by]));
			const words = mine.length ? t("web_rematch_offer", { name }) : t("web_rematch_begun");
			this.words = words;
			untrack(() => toast(words, { isLong: true }));
		});

		// What somebody else takes back is told: the board alone would only jump.
		let known: readonly Line[] = [];
		$effect(() => {
			const lines = seating.common?.lines ?? [];
			const taken = lines.length < known.length ? known[lines.length] : undefined;
			known = lines;
			if (!taken || taken.actor < 0) return;
			untrack(() => {
				if (mine.includes(taken.actor) && !seating.isShared) return;
				this.words = t("web_taken_back", { name: nameOf(common?.people[taken.actor]) });
				if (!mine.includes(taken.actor)) toast(this.words);
			});
		});

		// Each new line is read out once, when it is seen.
		$effect(() => {
			const said = (seating.toldScene?.step ?? []).flatMap((line) => (line.said ? [say(line.said)] : []));
			if (said.length) this.words = said.join(" ");
		});

		$effect(() => {
			const name = common ? t(`game_${common.game}`) : "Ridotto";
			document.title =
				seating.acting !== null && common?.is_started && !common.is_over
					? `● ${t("web_your_turn")} – ${name}`
					: `${name} – Ridotto`;
		});
		$effect(() => () => {
			document.title = "Ridotto";
		});
	}
}
