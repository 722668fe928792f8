import { untrack } from "svelte";
import { loadCoach } from "../games";
import type { Coach } from "../games/props";
import type { Hint, Words } from "../wire";
import type { Actions } from "./actions.svelte";
import { Coaching } from "./coaching.svelte";
import type { Seating } from "./seating.svelte";

/** What bots say about themselves. */
const ASIDES: readonly string[] = ["why_stopped", "why_too_few"];

/** What is said beside the board to whoever is to act: a coach's advice, a hint, or that a bot waits; made with a component. */
export class Guidance {
	readonly #seating: Seating;
	readonly #actions: Actions;
	/** A first game is coached, where the game has somebody for it. */
	#coach = $state.raw<Coach | null>(null);
	coaching = $state.raw<Coaching | null>(null);
	/** What a beginner could do in this version; not known before it has come. */
	#tip = $state.raw<{ version: number; hint?: Hint | null } | null>(null);

	constructor(seating: Seating, actions: Actions) {
		this.#seating = seating;
		this.#actions = actions;
		const common = $derived(seating.commonMoment?.table ?? null);
		const game = $derived(common?.game);
		const version = $derived(common?.now.version);

		$effect(() => {
			if (!game) return;
			this.coaching = new Coaching(game, seating.table);
			loadCoach(game).then(
				(found) => {
					this.#coach = found;
				},
				() => {}, // played without
			);
		});

		// In a constructor only functions see fields change.
		const wantsTip = $derived.by(
			() => !!this.#coach?.wantsTip && !!this.coaching?.isFirst && !!common?.can_hint && !seating.isShared,
		);
		const asked = $derived(wantsTip && seating.canHint ? version : undefined);
		$effect(() => {
			if (asked === undefined) return;
			const at = asked;
			untrack(() => {
				if (this.#tip?.version === at) return;
				this.#tip = { version: at };
				void actions.tip().then((hint) => {
					if (this.#tip?.version === at) this.#tip = { version: at, hint };
				});
			});
		});

		const advice = $derived.by(() => {
			const { moment, acting } = seating;
			const canSay =
				moment?.table.is_started && acting !== null && !seating.isPeek && !seating.curtain && seating.isAtRest;
			const tip = !wantsTip ? null : this.#tip?.version === version ? this.#tip?.hint : undefined;
			if (!canSay || tip === undefined) return null;
			return this.#coach?.advise(moment.table.now.view, acting, tip) ?? null;
		});
		$effect(() => {
			const due = advice;
			const isTurn = seating.acting !== null;
			void this.coaching?.isOff; // asked for anew, it comes at once
			untrack(() => this.coaching?.hear(due, isTurn));
		});

		// What was good before something happened need not be good now.
		$effect(() => {
			void version;
			untrack(() => actions.dropHint());
		});
	}

	/** Why a hint is good, in plain words: as the game says it, or the first reason that is not a figure. */
	get why(): Words | null {
		const { hint } = this.#actions;
		const { moment } = this.#seating;
		if (!hint || !moment) return null;
		const isPlain = ({ key, params }: Words) => !("percent" in params) && !ASIDES.includes(key);
		return this.#coach?.why?.(moment.table.now.view, hint) ?? hint.reasons.find(isPlain) ?? null;
	}

	/** What the board shows of what is said: the hint that was asked for, or the coach's. */
	get marked(): Hint | null {
		return this.#actions.hint ?? (this.coaching?.advice ? (this.#tip?.hint ?? null) : null);
	}

	get note(): "step" | "hint" | "coach" | null {
		if (this.#seating.isHeld) return "step";
		if (this.#actions.hint || this.#actions.isAskingHint) return "hint";
		const common = this.#seating.commonMoment?.table;
		const isCoached = this.#coach && this.coaching?.isOn && this.#seating.seats.length > 0;
		return isCoached && common?.is_started && !common.is_over ? "coach" : null;
	}
}
