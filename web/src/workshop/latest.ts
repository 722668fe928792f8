/** Asks with one request at a time. Whatever comes meanwhile waits, and only the newest of it is asked. */
export class Latest<Q, A> {
	#isBusy = false;
	#next: { question: Q } | null = null;
	readonly #ask: (question: Q) => Promise<A>;
	readonly #tell: (question: Q, answer: A) => void;
	readonly #fail: (error: unknown) => void;

	constructor(
		ask: (question: Q) => Promise<A>,
		tell: (question: Q, answer: A) => void,
		fail: (error: unknown) => void = () => {},
	) {
		this.#ask = ask;
		this.#tell = tell;
		this.#fail = fail;
	}

	get isBusy(): boolean {
		return this.#isBusy;
	}

	async ask(question: Q): Promise<void> {
		this.#next = { question };
		if (this.#isBusy) return;
		this.#isBusy = true;
		try {
			while (this.#next) {
				const { question: now } = this.#next;
				this.#next = null;
				try {
					const answer = await this.#ask(now);
					// An answer to an old question is of no use.
					if (!this.#next) this.#tell(now, answer);
				} catch (error) {
					if (!this.#next) this.#fail(error);
				}
			}
		} finally {
			this.#isBusy = false;
		}
	}
}
