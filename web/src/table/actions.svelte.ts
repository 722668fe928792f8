import { placesOf } from "../games/signs";
import { say, t } from "../i18n.svelte";
import { go } from "../router";
import { settings } from "../settings.svelte";
import { Lost, Refused } from "../socket.svelte";
import { myTable, rememberTable } from "../store";
import { toast } from "../toasts.svelte";
import type { DoAsk, Hint } from "../wire";
import type { Seating } from "./seating.svelte";
import { hasWinner } from "./verdict";

function complain(error: unknown): void {
	if (error instanceof Refused) toast(() => say(error.words), { isError: true });
	else if (error instanceof Lost) toast(() => t("web_lost_request"), { isError: true });
	else throw error;
}

/** What the people at this screen ask the server for. They are told what fails; whoever asked may look into it as well. */
export class Actions {
	readonly #seating: Seating;
	/** Advice that was asked for, until a move is made. */
	hint = $state.raw<Hint | null>(null);
	isAskingHint = $state(false);
	/** Counts what nobody waits for any more. */
	#asked = 0;
	/** The server answers one question at a time. */
	#tip: Promise<Hint | null> = Promise.resolve(null);

	constructor(seating: Seating) {
		this.#seating = seating;
	}

	readonly move = (text: string): Promise<void> => {
		const { mover } = this.#seating;
		this.dropHint();
		return this.#ask(mover, (connection) => connection.move(text));
	};

	undo(): void {
		const { undoer } = this.#seating;
		if (undoer === null) return;
		this.dropHint();
		this.#seating.hide();
		void this.#ask(undoer, (connection) => connection.undo());
	}

	resign(seat: number): void {
		void this.#ask(seat, (connection) => connection.resign());
	}

	askFor(kind: DoAsk["kind"]): void {
		void this.#ask(this.#seating.asker(kind), (connection) => connection.askFor(kind));
	}

	answer(seat: number, isAgreed: boolean): void {
		void this.#ask(seat, (connection) => connection.answer(isAgreed));
	}

	callAbsent(seat: number): void {
		void this.#ask(this.#seating.seats[0] ?? null, (connection) => connection.callAbsent(seat));
	}

	letStandIn(seat: number): void {
		void this.#ask(this.#seating.seats[0] ?? null, (connection) => connection.letStandIn(seat));
	}

	say(seat: number, phrase: string, piece: string): void {
		void this.#ask(seat, (connection) => connection.say(phrase, piece));
	}

	write(seat: number, text: string): Promise<void> {
		return this.#ask(seat, (connection) => connection.write(text));
	}

	goOn(): void {
		void this.#ask(this.#seating.seats[0] ?? null, (connection) => connection.goOn());
	}

	annul(): void {
		void this.#ask(this.#seating.annuller, (connection) => connection.annul());
	}

	rename(seat: number, name: string): void {
		void this.#ask(seat, (connection) => connection.rename(name));
	}

	async askHint(): Promise<void> {
		this.dropHint();
		const asked = this.#asked;
		this.isAskingHint = true;
		await this.#tip;
		if (asked !== this.#asked) return;
		const hint = await this.#ask(this.#seating.mover, (connection) => connection.hint()).catch(() => null); // people are told why
		if (asked !== this.#asked) return;
		this.hint = hint;
		this.isAskingHint = false;
	}

	/** What a beginner could do; null where nobody can say. */
	tip(): Promise<Hint | null> {
		const { mover } = this.#seating;
		const connection = mover === null ? null : this.#seating.connectionOf(mover);
		this.#tip = this.#tip.then(() => connection?.hint(true) ?? null).catch(() => null);
		return this.#tip;
	}

	dropHint(): void {
		this.#asked += 1;
		this.hint = null;
		this.isAskingHint = false;
	}

	/** To the next table, which is made unless somebody else has asked for it; the keys held here open the same seats there. */
	async playAgain(): Promise<void> {
		const { seats, common } = this.#seating;
		if (!common) return;
		if (!this.#seating.rematch)
			await this.#ask(seats[0] ?? null, (connection) => connection.again()).catch(() => undefined);
		const { rematch } = this.#seating;
		if (!rematch) return;
		const { tokens = {}, wins: before = [] } = myTable(common.table) ?? {};
		const places = placesOf(common.now.view);
		const wins = common.people.map(({ seat }) => (before[seat] ?? 0) + Number(hasWinner(common) && places[seat] === 1));
		// The table may have been made before somebody here took another name.
		const [seat, ...others] = seats;
		const isAlone = seat !== undefined && others.length === 0;
		const names = seats.map((each) => [each, common.people[each]?.title ? "" : (common.people[each]?.name ?? "")]);
		const own = isAlone && settings.kept.name ? [[seat, settings.kept.name]] : names;
		const wishes = Object.fromEntries(own.filter(([, name]) => name)) as Record<string, string>;
		// From a given position the sides are swapped: everybody has the seat before theirs.
		const moved = (seat: number) => (common.start ? (seat + common.people.length - 1) % common.people.length : seat);
		const swapped = <T>(bySeat: Record<string, T>) =>
			Object.fromEntries(Object.entries(bySeat).map(([seat, value]) => [moved(Number(seat)), value]));
		if (seats.length)
			rememberTable(rematch.table, {
				game: common.game,
				tokens: swapped(tokens),
				wins: wins.map((_, seat) => wins[(seat + (common.start ? 1 : 0)) % wins.length] ?? 0),
				wishes: swapped(wishes),
			});
		go(`/t/${rematch.table}`);
	}

	#ask<T>(
		seat: number | null,
		ask: (connection: NonNullable<ReturnType<Seating["connectionOf"]>>) => Promise<T>,
	): Promise<T> {
		const connection = seat === null ? null : this.#seating.connectionOf(seat);
		const answer = connection ? ask(connection) : Promise.reject(new Lost());
		answer.catch(complain);
		return answer;
	}
}
