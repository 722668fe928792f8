import { t } from "../../i18n.svelte";
import { play } from "../../sound";
import type { VeniseCard, VeniseDeed, VeniseMove, VeniseScene, VeniseView } from "../../wire";
import type { GameProps } from "../props";
import { exchangesOf, isOpen, moveOf, type Option, optionsOf, type Path, paidWith, settle, stageOf } from "./choose";
import { capital, cardText, promptText, targetText, whyNot } from "./words";

export function whyNotDeed(deed: VeniseDeed): string {
	return t(`ve_not_${deed.why_not}`, { cost: 0, count: 0 });
}

type Props = Pick<GameProps<VeniseView>, "view" | "canAct" | "onmove"> & { scene: VeniseScene | null };

/** What has been chosen so far, what can be chosen next, and the line that says so. */
export class Turn {
	/** A card, and what it is to do. */
	chosen = $state.raw<Path>([]);
	/** Cards given for a joker so far; null when nobody exchanges. */
	given = $state.raw<string[] | null>(null);
	/** What the pointer or the focus is at. */
	peek = $state.raw<Option | null>(null);
	peekedCard = $state.raw<VeniseCard | null>(null);
	/** Why something cannot be done. */
	complaint = $state("");
	#isSent = $state(false);
	readonly #props: () => Props;
	/** The keys' focus is to follow: to the hand, at a card, or to what is to be chosen next. */
	readonly #follow: (card: string | null) => void;

	constructor(props: () => Props, follow: (card: string | null) => void) {
		this.#props = props;
		this.#follow = follow;
	}

	get #view(): VeniseView {
		return this.#props().view;
	}

	/** Nothing more is chosen while a move is on its way. */
	readonly isMine = $derived.by(() => this.#props().canAct && !this.#isSent && this.#view.legal.length > 0);
	readonly #legal = $derived<readonly VeniseMove[]>(this.isMine ? this.#view.legal : []);
	readonly options = $derived(this.chosen.length ? optionsOf(this.#legal, this.chosen) : []);
	readonly stage = $derived(stageOf(this.chosen));
	readonly isOnBoard = $derived(this.stage !== "joker" && this.stage !== "card");
	/** Whether it is chosen where the cards lie. */
	readonly isInHand = $derived(this.isMine && (this.stage === "joker" || this.stage === "way"));
	readonly giveable = $derived(exchangesOf(this.#legal, this.given ?? []));
	/** How many hourglasses it would take. */
	readonly cost = $derived.by(() => {
		if (!this.isMine || this.#view.phase !== "play") return 0;
		if (this.chosen.length) return this.#view.costs[paidWith(this.chosen)] ?? 0;
		return this.peekedCard && !this.peekedCard.why_not && !this.given ? this.peekedCard.cost : 0;
	});

	/** What is asked. */
	readonly question = $derived.by(() => {
		const view = this.#view;
		if (!this.isMine) return "";
		if (this.given) {
			const most = view.deeds.find((deed) => deed.kind === "exchange")?.count ?? 0;
			return capital(t("ve_ask_exchange", { count: most - this.given.length }));
		}
		if (!this.chosen.length && view.phase === "discard") {
			const held = view.hand.reduce((sum, card) => sum + card.count, 0);
			return capital(t("ve_ask_lay_off", { count: held - view.hand_limit }));
		}
		return capital(promptText(view, this.chosen));
	});

	/** One line that says what a thing would do, why it cannot, or what is asked. */
	readonly prompt = $derived.by(() => {
		if (this.complaint || !this.isMine) return this.complaint;
		const { scene } = this.#props();
		if (this.peek && scene) return targetText(scene, this.#view, this.chosen, this.peek);
		// What a card costs does not matter to whoever lays it off.
		if (this.#view.phase === "play" && !this.given && !this.chosen.length && this.peekedCard)
			return this.#cardLine(this.peekedCard);
		return this.question;
	});

	/** With a new view what was chosen may be gone. */
	keep(view: VeniseView): void {
		this.complaint = "";
		this.peek = null;
		if (!isOpen(view.legal, this.chosen)) this.chosen = [];
		if (this.given && !exchangesOf(view.legal, this.given).size) this.given = null;
	}

	pick(card: VeniseCard): void {
		this.complaint = "";
		if (!this.isMine) return;
		if (this.given) {
			const move = this.giveable.get(card.card);
			if (move === undefined) return;
			play("card");
			if (move) this.#send(move);
			else this.given = [...this.given, card.card];
		} else if (card.why_not) {
			this.complaint = this.#cardLine(card);
			this.chosen = [];
		} else if (this.#view.phase === "discard") this.#send(moveOf(this.#view, "discard", card.card));
		else {
			play("card");
			this.peek = null;
			const isAgain = this.chosen[0] === card.card;
			this.chosen = isAgain ? [] : settle(this.#view.legal, [card.card]);
			if (!isAgain) this.#follow(null);
		}
	}

	choose(option: Option): void {
		if (!this.isMine) return;
		this.peek = null;
		if (option.move) {
			this.#send(option.move);
			return;
		}
		play("tick");
		this.chosen = settle(this.#view.legal, [...this.chosen, option.key]);
		this.#follow(null);
	}

	/** A card is held over the canal. */
	aim(card: VeniseCard, target: () => Option | null): void {
		if (!this.isMine) return;
		if (this.chosen[0] !== card.card) this.chosen = settle(this.#view.legal, [card.card]);
		this.peek = target();
	}

	drop(option: Option | null): void {
		if (option) this.choose(option);
		else if (this.stage !== "joker") this.chosen = [];
	}

	/** Whether there is something to go back from. */
	get canBack(): boolean {
		return this.chosen.length > 0 || this.given !== null;
	}

	back(): void {
		const card = paidWith(this.chosen);
		this.complaint = "";
		this.peek = null;
		if (this.given) this.given = this.given.length ? this.given.slice(0, -1) : null;
		else if (this.chosen.length) {
			let left = this.chosen.slice(0, -1);
			// What was chosen by itself is taken back by itself.
			if (left.length && settle(this.#view.legal, left).length > left.length) left = left.slice(0, -1);
			this.chosen = left;
			this.#follow(left.length ? null : card);
		}
	}

	act(deed: VeniseDeed): void {
		this.complaint = "";
		if (!this.isMine) return;
		if (deed.why_not) {
			this.complaint = whyNotDeed(deed);
			return;
		}
		this.chosen = [];
		if (deed.kind === "exchange") this.given = this.given ? null : [];
		else this.#send(moveOf(this.#view, deed.kind));
	}

	#cardLine(card: VeniseCard): string {
		const why = whyNot(card, this.#view);
		return `${capital(cardText(card.card))}, ${t("ve_web_cost", { count: card.cost })}${why ? ` — ${why}` : ""}`;
	}

	#send(move: VeniseMove | null): void {
		if (!move) return;
		this.chosen = [];
		this.given = null;
		this.peek = null;
		this.complaint = "";
		this.#isSent = true;
		const settled = () => {
			this.#isSent = false;
		};
		this.#props().onmove(move.text).then(settled, settled);
	}
}
