import { untrack } from "svelte";
import { say, t } from "../i18n.svelte";
import { nameOf } from "../people";
import { settings } from "../settings.svelte";
import { toast } from "../toasts.svelte";
import type { Line } from "../wire";
import type { Seating } from "./seating.svelte";

/** So many things that were read out stay in the page, for whoever reads back. */
const REMEMBERED = 8;

/** What is read out to somebody who does not see the board, and said in the tab's title; made with a component. */
export class Announcer {
	/** One by one, so that the same words twice are heard twice. */
	said = $state.raw<readonly { id: number; words: string }[]>([]);
	#last = 0;

	constructor(seating: Seating) {
		const mine = seating.seats;
		const common = $derived(seating.commonMoment?.table ?? null);
		const rematch = $derived(seating.rematch);

		// Whoever has put the end away is asked all the same.
		$effect(() => {
			if (!rematch || mine.includes(rematch.by)) return;
			const person = untrack(() => common?.people[rematch.by]);
			const words = () => (mine.length ? t("web_rematch_offer", { name: nameOf(person) }) : t("web_rematch_begun"));
			untrack(() => {
				this.#say(words());
				toast(words, { isLong: true });
			});
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
				const person = common?.people[taken.actor];
				const words = () => t("web_taken_back", { name: nameOf(person) });
				this.#say(words());
				if (!mine.includes(taken.actor)) toast(words);
			});
		});

		// Who plays for whom shows beside the board only.
		let stoodIn: readonly number[] = [];
		$effect(() => {
			const before = stoodIn;
			stoodIn = (common?.people ?? []).filter((person) => person.stand_in).map(({ seat }) => seat);
			untrack(() => {
				for (const seat of stoodIn)
					if (!before.includes(seat) && !mine.includes(seat))
						this.#say(`${nameOf(common?.people[seat])}: ${t("web_stood_in")}`);
				if (!before.some((seat) => mine.includes(seat) && !stoodIn.includes(seat))) return;
				this.#say(t("web_stood_in_back"));
				toast(() => t("web_stood_in_back"), { isLong: true });
			});
		});

		// Each new line is read out once, when it is seen; not again in another language.
		$effect(() => {
			const step = seating.toldMoment?.step ?? [];
			untrack(() => {
				const said = step.flatMap((line) => (line.said ? [say(line.said)] : []));
				if (said.length) this.#say(said.join(" "));
			});
		});

		// In the background it says whose turn it is only to those who want that.
		let isHidden = $state(document.hidden);
		$effect(() => {
			const look = () => {
				isHidden = document.hidden;
			};
			document.addEventListener("visibilitychange", look);
			return () => document.removeEventListener("visibilitychange", look);
		});
		$effect(() => {
			const name = common ? t(`game_${common.game}`) : "Ridotto";
			const isTurn = seating.acting !== null && common?.is_started && !common.is_over;
			const isTold = isTurn && (!isHidden || settings.kept.noticeTitle);
			document.title = isTold ? `● ${t("web_your_turn")} – ${name}` : `${name} – Ridotto`;
		});
		$effect(() => () => {
			document.title = "Ridotto";
		});
	}

	#say(words: string): void {
		this.#last += 1;
		this.said = [...this.said, { id: this.#last, words }].slice(-REMEMBERED);
	}
}
