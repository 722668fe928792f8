import { say, t } from "../i18n.svelte";
import { go } from "../router";
import { Lost, Refused } from "../socket.svelte";
import { myTable, rememberTable } from "../store";
import { toast } from "../toasts.svelte";
import type { Hint } from "../wire";
import type { Seating } from "./seating.svelte";

function complain(error: unknown): void {
	if (error instanceof Refused) toast(say(error.words), { isError: true });
	else if (error instanceof Lost) toast(t("web_lost_request"), { isError: true });
	else throw error;
}

/** What the people at this screen ask the server for. They are told what fails; whoever asked may look into it as well. */
export class Actions {
	readonly #seating: Seating;
	/** The newest advice, until a move is made. */
	hint = $state.raw<Hint | null>(null);

	constructor(seating: Seating) {
		this.#seating = seating;
	}

	readonly move = (text: string): Promise<void> => {
		const { mover } = this.#seating;
		this.hint = null;
		return this.#ask(mover, (eyes) => eyes.move(text));
	};

	undo(): void {
		const { undoer } = this.#seating;
		if (undoer === null) return;
		this.#seating.hide();
		void this.#ask(undoer, (eyes) => eyes.undo());
	}

	resign(seat: number): void {
		void this.#ask(seat, (eyes) => eyes.resign());
	}

	rename(seat: number, name: string): void {
		void this.#ask(seat, (eyes) => eyes.rename(name));
	}

	async askHint(): Promise<void> {
		this.hint = null;
		this.hint = await this.#ask(this.#seating.mover, (eyes) => eyes.hint());
	}

	/** To the next table, which is made unless somebody else has asked for it; the keys held here open the same seats there. */
	async playAgain(): Promise<void> {
		const { seats, common } = this.#seating;
		if (!common) return;
		if (!this.#seating.rematch) await this.#ask(seats[0] ?? null, (eyes) => eyes.again()).catch(() => undefined);
		const { rematch } = this.#seating;
		if (!rematch) return;
		const tokens = myTable(common.table)?.tokens ?? {};
		if (seats.length) rememberTable(rematch.table, { game: common.game, tokens });
		go(`/t/${rematch.table}`);
	}

	#ask<T>(seat: number | null, ask: (eyes: NonNullable<ReturnType<Seating["eyesOf"]>>) => Promise<T>): Promise<T> {
		const eyes = seat === null ? null : this.#seating.eyesOf(seat);
		const answer = eyes ? ask(eyes) : Promise.reject(new Lost());
		answer.catch(complain);
		return answer;
	}
}
