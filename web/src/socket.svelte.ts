import type { Heard, HeardAbsence } from "./table/clock";
import type {
	AskHint,
	Asking,
	AskRead,
	DoAnnul,
	DoAnswer,
	DoAsk,
	DoCall,
	DoGoOn,
	DoLook,
	DoMove,
	Done,
	DoRematch,
	DoRename,
	DoResign,
	DoSay,
	DoStandIn,
	DoUndo,
	DoWrite,
	Failed,
	FromBrowser,
	GamePast,
	Hint,
	Line,
	Now,
	Problem,
	Readings,
	Remark,
	Rematch,
	Table,
	Talk,
	ToBrowser,
	Update,
	Words,
} from "./wire";

export type Link = "connecting" | "open" | "lost" | "refused" | "closed";

/** The server said no, and nothing has changed. */
export class Refused extends Error {
	readonly code: string;
	readonly words: Words;
	/** Of a board: all that is wrong with it. */
	readonly problems: Problem[];
	constructor({ code, words, problems }: Pick<Failed, "code" | "words" | "problems">) {
		super(code);
		this.code = code;
		this.words = words;
		this.problems = problems;
	}
}

/** The line broke before the answer came: whether it was done shows in the next `table`. Nothing is sent again by itself. */
export class Lost extends Error {}

/** What the viewer saw happen: an animation's worth. */
export interface Change {
	table: Table;
	/** What is new since the change before; empty when something was taken back. */
	step: Line[];
	/** False when this does not follow from what was seen before: the first sight, or after a gap. */
	isNext: boolean;
}

type Ask =
	| Omit<DoMove, "id">
	| Omit<DoUndo, "id">
	| Omit<DoResign, "id">
	| Omit<DoRename, "id">
	| Omit<DoRematch, "id">
	| Omit<DoAsk, "id">
	| Omit<DoAnswer, "id">
	| Omit<DoGoOn, "id">
	| Omit<DoLook, "id">
	| Omit<DoCall, "id">
	| Omit<DoStandIn, "id">
	| Omit<DoAnnul, "id">
	| Omit<DoSay, "id">
	| Omit<DoWrite, "id">
	| Omit<AskHint, "id">
	| Omit<AskRead, "id">;

type Answer = Done | Hint | Readings;

export interface HeardRemark extends Remark {
	/** Of this connection. */
	id: number;
	/** Said while somebody here could hear it. */
	isNews: boolean;
}

interface Waiting {
	/** Whether nothing else should be done before it is answered. */
	isChange: boolean;
	resolve: (answer: Answer) => void;
	reject: (error: Error) => void;
}

/** Whatever changes nothing at the table. */
const QUESTIONS: ReadonlySet<string> = new Set(["hint", "look", "read", "say", "write"]);
const REMEMBERED = 30;
const FIRST_PAUSE = 400;
/** A restart takes seconds, and nobody should wait for five more when it is over. */
const RESTART_PAUSE = 2_400;
const RESTART_FAILURES = 12;
const LONGEST_PAUSE = 15_000;
const PATIENCE = 12_000;
const HEARTBEAT = 4_000;
/** Until somebody with another page before them is away. */
const AWAY = 30_000;

function address(): string {
	return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/play`;
}

/** The view with what it remembers of earlier rounds, which is sent only once. */
function withPast(now: Now, past: GamePast[]): Now {
	return "results" in now.view ? { ...now, view: { ...now.view, results: past } } : now;
}

/** A viewer of a table, a seat or a spectator. Keeps nothing that a new `hello` would not bring again. */
export class Connection {
	link = $state<Link>("connecting");
	/** The newest of everything, whatever is being animated still. */
	table = $state.raw<Table | null>(null);
	refusal = $state.raw<Words | null>(null);
	/** Somebody wants to play once more. */
	rematch = $state.raw<Rematch | null>(null);
	/** At tables with a clock: how it stood when that was heard. */
	clocks = $state.raw<Heard | null>(null);
	/** At tables without one: since when everybody waits, and who has been asked to come. */
	absence = $state.raw<HeardAbsence | null>(null);
	/** What somebody asks the others for, and what could be asked for. */
	asking = $state.raw<Asking | null>(null);
	/** What can be said by the seat. */
	talk = $state.raw<Talk | null>(null);
	/** What was said last. */
	remarks = $state.raw<readonly HeardRemark[]>([]);
	/** A change was asked for and not answered yet. */
	isBusy = $state(false);

	readonly token: string;
	readonly #id: string;
	readonly #look: (change: Change) => void;
	#socket: WebSocket | null = null;
	#asked = new Map<number, Waiting>();
	#last = 0;
	#remarks = 0;
	#failures = 0;
	#retry: ReturnType<typeof setTimeout> | undefined;
	#pulse: ReturnType<typeof setInterval>;
	#beat = Date.now();
	/** How everything stood when something was asked for. */
	#stand = "";
	readonly #onrefused: () => void;
	#isGreeted = false;
	#isAway = false;
	#leaving: ReturnType<typeof setTimeout> | undefined;

	constructor(table: string, token = "", look: (change: Change) => void = () => {}, onrefused = () => {}) {
		this.#onrefused = onrefused;
		this.#id = table;
		this.token = token;
		this.#look = look;
		this.#pulse = setInterval(this.#feelPulse, HEARTBEAT);
		addEventListener("online", this.#wake);
		addEventListener("pageshow", this.#wake);
		document.addEventListener("visibilitychange", this.#wake);
		document.addEventListener("visibilitychange", this.#watchEyes);
		this.#watchEyes();
		this.#open();
	}

	close(): void {
		this.link = "closed";
		clearInterval(this.#pulse);
		clearTimeout(this.#retry);
		clearTimeout(this.#leaving);
		removeEventListener("online", this.#wake);
		removeEventListener("pageshow", this.#wake);
		document.removeEventListener("visibilitychange", this.#wake);
		document.removeEventListener("visibilitychange", this.#watchEyes);
		this.#drop();
	}

	/** Done when the view that it leads to has come: the server sends that first. */
	async move(move: string): Promise<void> {
		await this.#ask({ type: "move", version: this.#version, move });
	}

	async undo(): Promise<void> {
		await this.#ask({ type: "undo", version: this.#version });
	}

	async resign(): Promise<void> {
		await this.#ask({ type: "resign" });
	}

	async rename(name: string): Promise<void> {
		await this.#ask({ type: "rename", name });
	}

	/** Of the others: taking a move back, a pause, more time. */
	async askFor(kind: DoAsk["kind"]): Promise<void> {
		await this.#ask({ type: "ask", kind });
	}

	/** Asks one who is away to come. */
	async callAbsent(seat: number): Promise<void> {
		await this.#ask({ type: "call", seat });
	}

	async letStandIn(seat: number): Promise<void> {
		await this.#ask({ type: "stand_in", seat });
	}

	async answer(isAgreed: boolean): Promise<void> {
		await this.#ask({ type: "answer", is_agreed: isAgreed });
	}

	async goOn(): Promise<void> {
		await this.#ask({ type: "go_on" });
	}

	async annul(): Promise<void> {
		await this.#ask({ type: "annul" });
	}

	/** To everybody at the table. */
	async say(phrase: string, piece = ""): Promise<void> {
		await this.#ask({ type: "say", phrase, piece });
	}

	async write(text: string): Promise<void> {
		await this.#ask({ type: "write", text });
	}

	/** When it is done, `rematch` is there. */
	async again(): Promise<void> {
		await this.#ask({ type: "rematch" });
	}

	hint(isForBeginner = false): Promise<Hint> {
		return this.#ask({ type: "hint", version: this.#version, is_for_beginner: isForBeginner }, 60_000);
	}

	/** Which moves are meant by what was typed; `isShared`: others look at this screen. */
	read(text: string, language: string, isShared: boolean): Promise<Readings> {
		return this.#ask({ type: "read", version: this.#version, text, language, is_shared: isShared });
	}

	/** Tries again now instead of after the pause. */
	hurry(): void {
		if (this.link !== "lost") return;
		clearTimeout(this.#retry);
		this.#open();
	}

	get #version(): number {
		return this.table?.now.version ?? 0;
	}

	#ask<Found extends Answer>(message: Ask, patience = PATIENCE): Promise<Found> {
		const socket = this.#socket;
		if (!socket || this.link !== "open") return Promise.reject(new Lost());
		this.#last += 1;
		const id = this.#last;
		const isChange = !QUESTIONS.has(message.type);
		const answer = new Promise<Found>((resolve, reject) => {
			const patient = setTimeout(() => this.#break(socket), patience);
			const settle = () => {
				clearTimeout(patient);
				this.#asked.delete(id);
				this.isBusy = [...this.#asked.values()].some((waiting) => waiting.isChange);
			};
			this.#asked.set(id, {
				isChange,
				resolve: (found) => {
					settle();
					resolve(found as Found);
				},
				reject: (error) => {
					settle();
					reject(error);
				},
			});
		});
		this.isBusy ||= isChange;
		this.#send(socket, { ...message, id } as FromBrowser);
		return answer;
	}

	#send(socket: WebSocket, message: FromBrowser): void {
		socket.send(JSON.stringify(message));
	}

	#open(): void {
		this.#drop();
		this.#isGreeted = false;
		const socket = new WebSocket(address());
		this.#socket = socket;
		socket.onopen = () =>
			this.#send(socket, { type: "hello", table: this.#id, token: this.token, is_away: this.#isAway });
		socket.onmessage = (event) => {
			if (this.#socket === socket) this.#hear(JSON.parse(String(event.data)) as ToBrowser);
		};
		socket.onclose = () => this.#break(socket);
		socket.onerror = () => this.#break(socket);
		// A connection that is never answered is as good as none.
		this.#retry = setTimeout(() => this.#break(socket), PATIENCE);
	}

	/** Forgets the socket without a word; whoever waited for an answer learns that it will not come. */
	#drop(): void {
		const socket = this.#socket;
		this.#socket = null;
		if (socket) {
			socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
			socket.close();
		}
		for (const waiting of [...this.#asked.values()]) waiting.reject(new Lost());
	}

	#break(socket: WebSocket): void {
		if (this.#socket !== socket) return;
		clearTimeout(this.#retry);
		this.#drop();
		if (this.link === "refused" || this.link === "closed") return;
		this.link = "lost";
		// Everybody at every table comes back after a restart: not all in the same moment.
		const longest = this.#failures < RESTART_FAILURES ? RESTART_PAUSE : LONGEST_PAUSE;
		const pause = Math.min(longest, FIRST_PAUSE * 2 ** this.#failures) * (0.5 + Math.random());
		this.#failures += 1;
		this.#retry = setTimeout(() => this.#open(), pause);
	}

	#hear(message: ToBrowser): void {
		switch (message.type) {
			case "table":
				clearTimeout(this.#retry);
				this.#failures = 0;
				this.#isGreeted = true;
				this.link = "open";
				this.#see({ ...message, now: withPast(message.now, message.past) }, [], false);
				break;
			case "update":
				if (this.table) this.#update(this.table, message);
				break;
			case "people":
				if (this.table) this.#see({ ...this.table, people: message.people, is_started: message.is_started }, [], true);
				break;
			case "clocks":
				this.clocks = { clocks: message, at: performance.now() };
				break;
			case "absence":
				this.absence = { absence: message, at: performance.now() };
				break;
			case "asking":
				this.#hearAsking(message);
				break;
			case "talk":
				this.talk = message;
				break;
			case "spoken": {
				const { is_news: isNews, remarks } = message;
				const heard = remarks.map((remark) => ({ ...remark, isNews, id: ++this.#remarks }));
				this.remarks = [...(isNews ? this.remarks : []), ...heard].slice(-REMEMBERED);
				break;
			}
			case "rematch":
				this.rematch = message;
				break;
			case "done":
			case "hint":
			case "readings":
				this.#asked.get(message.id)?.resolve(message);
				break;
			case "failed":
				if (message.id != null) this.#asked.get(message.id)?.reject(new Refused(message));
				else if (!this.#isGreeted) {
					clearTimeout(this.#retry);
					this.refusal = message.words;
					this.link = "refused";
					this.#drop();
				}
		}
	}

	/** Whoever asked is told when the others would rather not: then it ends, and nothing else has happened. */
	#hearAsking(asking: Asking): void {
		const before = this.asking;
		const stand = `${this.table?.now.version} ${this.clocks?.at}`;
		if (before?.kind && !asking.kind && before.by === this.table?.seat && this.#stand === stand) this.#onrefused();
		this.#stand = stand;
		this.asking = asking;
	}

	#update(table: Table, update: Update): void {
		const known = table.lines;
		const all = [...known.slice(0, update.lines_from), ...update.lines];
		const past = [...table.past.slice(0, update.past_from), ...update.past];
		const now = withPast(update.now, past);
		// Lines that only say again what is known already are nothing new.
		let same = update.lines_from;
		while (same < known.length && same < all.length && JSON.stringify(known[same]) === JSON.stringify(all[same]))
			same += 1;
		const step = same >= known.length ? all.slice(known.length) : [];
		const isNext = now.version <= table.now.version + 1;
		this.#see({ ...table, now, lines: all, past, is_over: update.is_over }, step, isNext);
	}

	#see(table: Table, step: Line[], isNext: boolean): void {
		this.table = table;
		this.#look({ table, step, isNext });
	}

	/** A computer that slept does not know that its sockets are dead; a clock that jumped gives it away. */
	#feelPulse = (): void => {
		const now = Date.now();
		const hasSlept = now - this.#beat > 4 * HEARTBEAT;
		this.#beat = now;
		if (hasSlept && this.link === "open" && this.#socket && document.visibilityState !== "hidden") {
			this.#failures = 0;
			this.link = "lost";
			this.#open();
		}
	};

	#wake = (): void => {
		if (document.visibilityState === "hidden") return;
		this.#feelPulse();
		this.hurry();
	};

	/** Whoever leaves the page open in the background is not waited for as somebody who is there. */
	#watchEyes = (): void => {
		clearTimeout(this.#leaving);
		if (document.visibilityState === "hidden") {
			this.#leaving = setTimeout(() => {
				this.#isAway = true;
				this.#tellAway();
			}, AWAY);
		} else if (this.#isAway) {
			this.#isAway = false;
			this.#tellAway();
		}
	};

	#tellAway(): void {
		if (this.token) this.#ask({ type: "look", is_away: this.#isAway }).catch(() => {}); // said again with the next hello
	}
}
