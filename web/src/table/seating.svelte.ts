import { Connection, type HeardRemark, type Link } from "../socket.svelte";
import { hush } from "../sound";
import type { Asking, Rematch, Table, Words } from "../wire";
import type { Heard, HeardAbsence } from "./clock";
import { type Moment, Stage } from "./stage.svelte";

interface Pair {
	connection: Connection;
	stage: Stage;
}

/** Everybody who sits at this screen, and whose view it shows.
 *
 * With one seat the screen is that seat's. With several it belongs to everybody, so it shows what a spectator sees;
 * what only one may see is shown after that one has opened the curtain, and goes away again with the turn. */
export class Seating {
	readonly table: string;
	/** The seats held here, in order. */
	readonly seats: readonly number[];
	readonly #pairs = new Map<number, Pair>();
	readonly #watcher: Pair | null;

	/** Whose secret is open on a shared screen. */
	#opened = $state<number | null>(null);
	/** Only looks, and cannot act. */
	#isPeek = $state(false);
	/** Who asked to look and has not opened the curtain yet. */
	#asks = $state<number | null>(null);
	/** The moment that was there when the seat shown changed: it is shown, not animated again. */
	#stale = $state.raw<Moment | null>(null);

	readonly #onlose: (seat: number, isBot: boolean) => void;

	readonly #onrefused: () => void;

	constructor(
		table: string,
		tokens: ReadonlyMap<number, string>,
		onlose: (seat: number, isBot: boolean) => void = () => {},
		onrefused: () => void = () => {},
	) {
		this.table = table;
		this.#onrefused = onrefused;
		this.#onlose = onlose;
		this.seats = [...tokens.keys()].sort((a, b) => a - b);
		for (const seat of this.seats) this.#pairs.set(seat, this.#pair(tokens.get(seat) ?? "", seat));
		this.#watcher = this.seats.length === 1 ? null : this.#pair("");
	}

	#pair(token: string, seat: number | null = null): Pair {
		const stage = new Stage();
		const connection = new Connection(
			this.table,
			token,
			(change) => {
				if (seat !== null && change.table.seat === null) {
					this.#onlose(seat, change.table.people[seat]?.kind === "bot");
					return;
				}
				stage.look(change);
				this.#review();
			},
			this.#onrefused,
		);
		return { connection, stage };
	}

	close(): void {
		hush(false);
		for (const pair of this.#all) {
			pair.connection.close();
			pair.stage.close();
		}
	}

	get #all(): Pair[] {
		return [...this.#pairs.values(), ...(this.#watcher ? [this.#watcher] : [])];
	}

	get isShared(): boolean {
		return this.seats.length > 1;
	}

	/** The seat at this screen that is to act: of several who may at once, the first who has not yet. */
	get acting(): number | null {
		return (
			this.seats.find((seat) => {
				const own = this.tableOf(seat);
				return own?.now.waiting.includes(seat) && !own.people[seat]?.stand_in;
			}) ?? null
		);
	}

	tableOf(seat: number): Table | null {
		return this.#pairs.get(seat)?.connection.table ?? null;
	}

	isPrivate(seat: number): boolean {
		return this.tableOf(seat)?.now.view.is_private ?? false;
	}

	/** What everybody at this screen may see; the one seat's own where there is only one. */
	get common(): Table | null {
		return (this.#watcher ?? this.#only).connection.table;
	}

	get #only(): Pair {
		return this.#pairs.get(this.seats[0] ?? -1) as Pair;
	}

	get #shown(): Pair {
		const opened = this.#opened === null ? undefined : this.#pairs.get(this.#opened);
		return opened ?? this.#watcher ?? this.#only;
	}

	get opened(): number | null {
		return this.#opened;
	}

	get isPeek(): boolean {
		return this.#isPeek;
	}

	get moment(): Moment | null {
		const moment = this.#shown.stage.moment;
		return moment && moment === this.#stale ? { ...moment, before: null, step: [] } : moment;
	}

	/** What the game on this screen shows of its moment; the next one waits for it. */
	get perform(): Stage["perform"] {
		return this.#shown.stage.perform;
	}

	/** Whether the next thing that a bot did waits to be asked for. */
	get isHeld(): boolean {
		return this.#shown.stage.isHeld;
	}

	get isHurried(): boolean {
		return this.#shown.stage.isHurried;
	}

	/** What is being shown comes to its end, and the next at once. */
	hurryShow(): void {
		for (const pair of this.#all) pair.stage.hurry();
	}

	/** Whether everything that happened has been shown to its end. */
	get isAtRest(): boolean {
		return this.#shown.stage.isAtRest && (this.#watcher ?? this.#only).stage.isAtRest;
	}

	/** The moment everybody may hear about: announcements and sounds of a shared screen come from here. */
	get commonMoment(): Moment | null {
		return (this.#watcher ?? this.#only).stage.moment;
	}

	/** The same once it has been shown to its end: for all that is said beside the board. */
	get toldMoment(): Moment | null {
		return (this.#watcher ?? this.#only).stage.told;
	}

	/** For whom a curtain is drawn now. */
	get curtain(): { seat: number; isPeek: boolean } | null {
		if (!this.isShared || this.#opened !== null) return null;
		if (this.#asks !== null) return { seat: this.#asks, isPeek: true };
		const acting = this.acting;
		const common = this.common;
		if (acting === null || !common?.is_started || common.is_over || !this.isPrivate(acting)) return null;
		return { seat: acting, isPeek: false };
	}

	openCurtain(): void {
		const curtain = this.curtain;
		if (!curtain) return;
		this.#asks = null;
		this.#isPeek = curtain.isPeek;
		this.#show(curtain.seat);
	}

	/** Looks at one's own secret out of turn; calling it off closes the curtain again. */
	peek(seat: number | null): void {
		if (!this.isShared) return;
		this.hide();
		this.#asks = seat;
	}

	hide(): void {
		this.#isPeek = false;
		this.#show(null);
	}

	#show(seat: number | null): void {
		if (this.#opened !== seat) {
			this.#opened = seat;
			this.#stale = this.#shown.stage.moment;
		}
		this.#review();
	}

	/** After every change: a secret that is decided goes away at once. One who still has something to see, such as
	 * drawn cards, hands over himself. */
	#review(): void {
		const seat = this.#opened;
		if (seat !== null && !this.#isPeek && !this.isPrivate(seat)) {
			this.#opened = null;
			this.#stale = this.#shown.stage.moment;
		}
		// Of several who choose at once nobody may hear what.
		hush(this.isShared && this.#opened !== null && (this.common?.now.waiting.length ?? 0) > 1);
	}

	/** Whether an open secret is somebody's who is done, and should hand over. */
	get isLingering(): boolean {
		return this.#opened !== null && (this.#isPeek || this.acting !== this.#opened);
	}

	/** The seat that a move made now is made by. */
	get mover(): number | null {
		const acting = this.acting;
		const common = this.common;
		if (acting === null || !common?.is_started || common.is_over || this.#isPeek || this.curtain) return null;
		if (this.isShared && this.#opened === null && this.isPrivate(acting)) return null;
		if (this.#opened !== null && this.#opened !== acting) return null;
		const pair = this.#pairs.get(acting);
		return this.#shown.stage.isQuiet && this.link === "open" && pair && !pair.connection.isBusy ? acting : null;
	}

	connectionOf(seat: number): Connection | null {
		return this.#pairs.get(seat)?.connection ?? null;
	}

	get undoer(): number | null {
		return this.seats.find((seat) => this.tableOf(seat)?.now.can_undo) ?? null;
	}

	get rematch(): Rematch | null {
		return this.#all.map((pair) => pair.connection.rematch).find(Boolean) ?? null;
	}

	/** As everybody at this screen may know. */
	get clocks(): Heard | null {
		return (this.#watcher ?? this.#only).connection.clocks;
	}

	get absence(): HeardAbsence | null {
		return (this.#watcher ?? this.#only).connection.absence;
	}

	/** What is asked for at the table: of the seat that could answer, or ask. */
	get asking(): Asking | null {
		const own = this.seats.map((seat) => this.connectionOf(seat)?.asking).filter((each) => each != null);
		return own[0] ?? (this.#watcher ?? this.#only).connection.asking;
	}

	/** Who sits here and has somebody to talk to elsewhere. */
	get speakers(): readonly number[] {
		const isElsewhere = this.common?.people.some(({ kind, seat }) => kind === "person" && !this.seats.includes(seat));
		return isElsewhere ? this.seats.filter((seat) => this.connectionOf(seat)?.talk?.phrases.length) : [];
	}

	get remarks(): readonly HeardRemark[] {
		return (this.#watcher ?? this.#only).connection.remarks;
	}

	/** Who sits here and could ask the others for it. */
	asker(kind: Asking["can_ask"][number]): number | null {
		return this.seats.find((seat) => this.connectionOf(seat)?.asking?.can_ask.includes(kind)) ?? null;
	}

	get annuller(): number | null {
		return this.seats.find((seat) => this.connectionOf(seat)?.asking?.can_annul) ?? null;
	}

	get canHint(): boolean {
		return this.mover !== null && !this.isShared && (this.common?.can_hint ?? false);
	}

	get link(): Link {
		const links = this.#all.map((pair) => pair.connection.link);
		return (["refused", "lost", "connecting"] as const).find((link) => links.includes(link)) ?? "open";
	}

	get refusal(): Words | null {
		return this.#all.map((pair) => pair.connection.refusal).find(Boolean) ?? null;
	}

	hurry(): void {
		for (const pair of this.#all) pair.connection.hurry();
	}
}
