import { t } from "../../i18n.svelte";
import { play } from "../../sound";
import type { VeniseCard, VeniseDeed, VeniseMove, VeniseScene, VeniseView } from "../../wire";
import type { GameProps } from "../props";
import {
	choiceOf,
	exchangeOf,
	giveableOf,
	isOpen,
	moveOf,
	type Option,
	optionsOf,
	type Path,
	paidWith,
	settle,
	wasteOf,
} from "./choose";
import { capital, cardText, lossText, promptText, targetText, whyNot } from "./words";

export function whyNotDeed(deed: VeniseDeed): string {
	return t(`ve_not_${deed.why_not}`, { cost: 0, count: 0 });
}

type Props = Pick<GameProps<VeniseView>, "view" | "canAct" | "onmove"> & {
	scene: VeniseScene | null;
	nameOf: (seat: number) => string;
};

/** What has been chosen so far, what can be chosen next, and the line that says so. */
export class Turn {
	/** A card, and what it is to do. */
	chosen = $state.raw<Path>([]);
	/** Cards picked to be exchanged or discarded. */
	picked = $state.raw<readonly string[]>([]);
	/** What the pointer or the focus is at. */
	peek = $state.raw<Option | null>(null);
	peekedCard = $state.raw<VeniseCard | null>(null);
	/** A place that was chosen once and is to be chosen again. */
	pending = $state.raw<Option | null>(null);
	/** Whether the turn is to end although more could be done. */
	isEnding = $state(false);
	/** Why something cannot be done, or what something is. */
	complaint = $state("");
	#isExchanging = $state(false);
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
	/** What cards in the hand are pressed for. */
	readonly mode = $derived.by(() => {
		if (this.#isExchanging) return "exchange";
		return this.#view.phase === "discard" ? "discard" : "play";
	});
	readonly options = $derived(this.chosen.length ? optionsOf(this.#legal, this.chosen) : []);
	readonly choice = $derived(choiceOf(this.chosen));
	readonly isOnBoard = $derived(this.choice !== "joker" && this.choice !== "card");
	/** Whether it is chosen where the cards lie. */
	readonly isInHand = $derived(this.isMine && (this.choice === "joker" || this.choice === "way"));
	/** How many cards have to be picked. */
	readonly wanted = $derived.by(() => {
		const { hand, hand_limit, deeds } = this.#view;
		if (this.mode === "exchange") return deeds.find((deed) => deed.kind === "exchange")?.count ?? 0;
		return this.mode === "discard" ? hand.reduce((sum, card) => sum + card.count, 0) - hand_limit : 0;
	});
	/** How many hourglasses it would take. */
	readonly cost = $derived.by(() => {
		if (!this.isMine || this.#view.phase !== "play" || this.mode !== "play") return 0;
		if (this.chosen.length) return this.#view.costs[paidWith(this.chosen)] ?? 0;
		return this.peekedCard && !this.peekedCard.why_not ? this.peekedCard.cost : 0;
	});
	/** Whether hourglasses matter: cards can still be played in this turn. */
	readonly hasBudget = $derived.by(() => {
		const { phase, did } = this.#view;
		return this.mode === "play" && (phase === "play" || phase === "draw") && did !== "taken";
	});
	/** Whether cards and hourglasses for them are left. */
	readonly canPlay = $derived(this.#legal.some((move) => move.kind === "play"));

	/** What is asked. */
	readonly question = $derived.by(() => {
		const view = this.#view;
		if (!this.isMine) return "";
		const count = this.wanted - this.picked.length;
		if (this.mode === "exchange") return t(count ? "ve_ask_give" : "ve_ask_give_all", { count });
		if (this.mode === "discard") return t(count ? "ve_ask_shed" : "ve_ask_shed_all", { count });
		if (this.isEnding) return t("ve_ask_end", { count: view.hourglasses });
		if (this.pending) return this.#again(this.pending);
		if (view.did === "taken") return t("ve_ask_taken");
		const news = this.chosen.length || view.did !== "nothing" ? "" : lossText(view, this.#props().nameOf);
		return [news, capital(promptText(view, this.chosen))].filter(Boolean).join(" ");
	});

	/** One line that says what a thing would do, why it cannot, or what is asked. */
	readonly prompt = $derived.by(() => {
		if (this.complaint || !this.isMine) return this.complaint;
		const { scene } = this.#props();
		const isAsked = this.mode !== "play" || this.isEnding || (this.pending && !this.#isElsewhere);
		if (isAsked) return this.question;
		if (this.peek && scene) return targetText(scene, this.#view, this.chosen, this.peek);
		if (!this.chosen.length && this.peekedCard) return this.#cardLine(this.peekedCard);
		return this.question;
	});

	/** What the button says that does what was asked about; empty where nothing waits for it. */
	readonly confirmation = $derived.by(() => {
		if (!this.isMine) return "";
		if (this.mode === "exchange") return t("ve_confirm_exchange", { count: this.wanted });
		if (this.mode === "discard") return t("ve_confirm_discard", { count: this.wanted });
		return this.pending ? t("ve_confirm_place") : "";
	});
	readonly canConfirm = $derived(this.mode === "play" || this.picked.length === this.wanted);

	/** With a new view what was chosen may be gone. */
	keep(view: VeniseView): void {
		this.#drop();
		if (!isOpen(view.legal, this.chosen)) this.chosen = [];
		if (view.phase !== "play" && view.phase !== "discard") this.#isExchanging = false;
		if (this.mode === "play") this.picked = [];
	}

	pick(card: VeniseCard): void {
		this.#drop();
		if (!this.isMine) return;
		if (this.mode !== "play") this.#toggle(card);
		else if (card.why_not) {
			this.complaint = this.#cardLine(card);
			this.chosen = [];
		} else {
			play("card");
			const isAgain = this.chosen[0] === card.card;
			this.chosen = isAgain ? [] : settle(this.#view.legal, [card.card]);
			if (!isAgain) this.#follow(null);
		}
	}

	/** One more of equal cards, and after the last of them none. */
	#toggle({ card, count, why_not }: VeniseCard): void {
		const isExchange = this.mode === "exchange";
		const many = this.picked.filter((other) => other === card).length;
		const fits = isExchange ? giveableOf(this.#legal, this.picked).has(card) : !why_not;
		if (many < count && this.picked.length < this.wanted && fits) this.picked = [...this.picked, card];
		else if (many) this.picked = this.picked.filter((other) => other !== card);
		else if (this.picked.length >= this.wanted) this.complaint = t("ve_not_more", { count: this.wanted });
		else if (isExchange) this.complaint = t("ve_not_joker");
		play("card");
	}

	/** A finger shows what would happen before it does; everybody is asked before something is wasted. */
	choose(option: Option, isTouch = false): void {
		if (!this.isMine) return;
		const isAgain = this.pending?.key === option.key;
		this.#drop();
		if (!option.move) {
			play("tick");
			this.chosen = settle(this.#view.legal, [...this.chosen, option.key]);
			this.#follow(null);
		} else if (isAgain || !(isTouch || this.#waste(option))) this.#send(option.move);
		else {
			play("tick");
			this.pending = option;
			this.peek = option;
		}
	}

	/** A card is held over the canal. */
	aim(card: VeniseCard, target: () => Option | null): void {
		if (!this.isMine) return;
		if (this.chosen[0] !== card.card) this.chosen = settle(this.#view.legal, [card.card]);
		this.peek = target();
	}

	drop(option: Option | null): void {
		if (option) this.choose(option);
		else if (this.choice !== "joker") this.chosen = [];
	}

	/** Whether there is something to go back from. */
	get canBack(): boolean {
		return this.chosen.length > 0 || this.#isExchanging || this.picked.length > 0 || this.isEnding;
	}

	back(): void {
		const card = paidWith(this.chosen);
		const wasAsked = this.pending !== null || this.isEnding;
		this.#drop();
		if (wasAsked) return;
		if (this.picked.length) this.picked = this.picked.slice(0, -1);
		else if (this.#isExchanging) this.#isExchanging = false;
		else if (this.chosen.length) {
			let left = this.chosen.slice(0, -1);
			// What was chosen by itself is taken back by itself.
			if (left.length && settle(this.#view.legal, left).length > left.length) left = left.slice(0, -1);
			this.chosen = left;
			this.#follow(left.length ? null : card);
		}
	}

	act(deed: VeniseDeed): void {
		const wasEnding = this.isEnding;
		this.#drop();
		if (!this.isMine) return;
		if (deed.why_not) {
			this.complaint = whyNotDeed(deed);
			return;
		}
		this.chosen = [];
		this.picked = [];
		if (deed.kind === "exchange") this.#isExchanging = !this.#isExchanging;
		else {
			this.#isExchanging = false;
			if (deed.kind === "end" && this.canPlay && !wasEnding) this.isEnding = true;
			else this.#send(moveOf(this.#view, deed.kind));
		}
	}

	/** What was asked about is meant. */
	async confirm(): Promise<void> {
		const { mode, pending, isEnding, picked } = this;
		if (!this.isMine || !this.canConfirm) return;
		if (mode === "exchange") void this.#send(exchangeOf(this.#legal, picked));
		else if (mode === "discard") {
			for (const move of picked.map((card) => moveOf(this.#view, "discard", card)))
				if (!(await this.#send(move))) return;
		} else if (isEnding) void this.#send(moveOf(this.#view, "end"));
		else if (pending) void this.#send(pending.move);
	}

	/** Says something where the eye is, until something is done. */
	say(words: string): void {
		this.complaint = words;
	}

	#waste(option: Option): "gem" | "steps" | null {
		return this.choice === "walk" && option.move ? wasteOf(this.#view, this.options, option.move) : null;
	}

	/** Whether something else is looked at than what was asked about. */
	get #isElsewhere(): boolean {
		return this.peek !== null && this.peek.key !== this.pending?.key;
	}

	#again(option: Option): string {
		const { scene } = this.#props();
		const what = scene ? targetText(scene, this.#view, this.chosen, option) : "";
		const waste = this.#waste(option);
		const most = Math.max(0, ...this.options.flatMap(({ moves }) => moves.map(({ places }) => places.length)));
		const count = most - (option.move?.places.length ?? 0);
		return [`${what}.`, waste ? t(`ve_waste_${waste}`, { count }) : "", t("ve_tap_again")].filter(Boolean).join(" ");
	}

	#cardLine(card: VeniseCard): string {
		const why = whyNot(card, this.#view);
		return `${capital(cardText(card.card))}, ${t("ve_web_cost", { count: card.cost })}${why ? ` – ${why}` : ""}`;
	}

	/** Nothing is asked and nothing is said. */
	#drop(): void {
		this.complaint = "";
		this.peek = null;
		this.pending = null;
		this.isEnding = false;
	}

	/** Whether it was done. */
	async #send(move: VeniseMove | null): Promise<boolean> {
		if (!move) return false;
		this.#drop();
		this.chosen = [];
		this.picked = [];
		this.#isExchanging = false;
		this.#isSent = true;
		try {
			await this.#props().onmove(move.text);
			return true;
		} catch {
			return false;
		} finally {
			this.#isSent = false;
		}
	}
}
