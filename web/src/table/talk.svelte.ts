import { untrack } from "svelte";
import { say, t } from "../i18n.svelte";
import { nameOf } from "../people";
import { settings } from "../settings.svelte";
import type { HeardRemark } from "../socket.svelte";
import { load, save } from "../storage";
import type { Talk as Offer, Person, Remark } from "../wire";
import type { Seating } from "./seating.svelte";

/** Tables at which somebody is not to be heard. */
const MUTED = 50;
/** Whoever loads the page anew is back before that. */
const GONE = 6_000;
/** Milliseconds that a remark is shown, and more for each letter. */
const SHOWN = 4_500;
const A_LETTER = 55;

export function wordsOf({ words, text }: Remark): string {
	return words ? say(words) : text;
}

/** What people say to each other, and who is not to be heard; made with a component. */
export class Talk {
	readonly #seating: Seating;
	#mutes = $state(load<Record<string, number[]>>("muted", {}));
	/** The last remark that somebody here has looked at. */
	#read = $state(0);
	/** What is being shown, the newest of each seat. */
	shown = $state.raw<readonly HeardRemark[]>([]);
	/** What is read out. */
	told = $state.raw<readonly { id: number; words: string }[]>([]);
	#toldLast = 0;

	constructor(seating: Seating) {
		this.#seating = seating;
		this.#showRemarks();
		this.#watchPresence();
	}

	/** Nobody is told what the board does not show yet. */
	#showRemarks(): void {
		const timers = new Set<ReturnType<typeof setTimeout>>();
		let last = 0;
		$effect(() => {
			if (!this.#seating.isAtRest) return;
			const fresh = this.heard.filter(({ id, isNews }) => isNews && id > last);
			last = this.#seating.remarks.at(-1)?.id ?? last;
			untrack(() => {
				for (const remark of fresh) {
					const words = wordsOf(remark);
					this.shown = [...this.shown.filter(({ seat }) => seat !== remark.seat), remark];
					this.#tell(t("web_talk_said", { name: nameOf(this.#person(remark.seat)), words }));
					const timer = setTimeout(
						() => {
							timers.delete(timer);
							this.shown = this.shown.filter((each) => each !== remark);
						},
						SHOWN + A_LETTER * words.length,
					);
					timers.add(timer);
				}
			});
		});
		$effect(() => () => timers.forEach(clearTimeout));
	}

	/** Whoever comes is told at once, whoever leaves when they have not come back for a while. */
	#watchPresence(): void {
		let known: ReadonlySet<number> | null = null;
		const people = $derived(this.#seating.common?.is_started ? this.#seating.common.people : null);
		const tell = (key: string, seats: Iterable<number>) => {
			for (const seat of seats) this.#tell(t(key, { name: nameOf(this.#person(seat)) }));
		};
		$effect(() => {
			if (!people) return;
			const here = new Set(people.filter(({ is_here, kind }) => is_here && kind === "person").map(({ seat }) => seat));
			const before = known ?? here;
			untrack(() =>
				tell(
					"web_is_back",
					[...here].filter((seat) => !before.has(seat)),
				),
			);
			known = new Set([...before, ...here]);
			const gone = [...before].filter((seat) => !here.has(seat) && people[seat]?.kind === "person");
			if (!gone.length) return;
			const timer = setTimeout(() => {
				known = here;
				tell("web_has_left", gone);
			}, GONE);
			return () => clearTimeout(timer);
		});
	}

	#tell(words: string): void {
		this.#toldLast += 1;
		this.told = [...this.told, { id: this.#toldLast, words }].slice(-8);
	}

	#person(seat: number): Person | undefined {
		return this.#seating.common?.people[seat];
	}

	/** Whether there is anything to say or to read. */
	get isOn(): boolean {
		return this.speakers.length > 0 || this.#seating.remarks.length > 0;
	}

	get speakers(): readonly number[] {
		return this.#seating.speakers;
	}

	offer(seat: number): Offer | null {
		return this.#seating.connectionOf(seat)?.talk ?? null;
	}

	/** Those who sit elsewhere. */
	get others(): readonly Person[] {
		const people = this.#seating.common?.people ?? [];
		return people.filter(({ kind, seat }) => kind === "person" && !this.#seating.seats.includes(seat));
	}

	/** By everybody who is to be heard. */
	get heard(): readonly HeardRemark[] {
		const { seats, remarks } = this.#seating;
		return remarks.filter(({ seat }) => seats.includes(seat) || !(this.isMuted || this.isSilent(seat)));
	}

	get unread(): number {
		return this.heard.filter(({ id, isNews, seat }) => isNews && id > this.#read && !this.#seating.seats.includes(seat))
			.length;
	}

	read(): void {
		this.#read = this.#seating.remarks.at(-1)?.id ?? 0;
	}

	get isMuted(): boolean {
		return settings.kept.isTalkMuted;
	}

	muteAll(isTalkMuted: boolean): void {
		settings.set({ isTalkMuted });
		this.#hush();
	}

	isSilent(seat: number): boolean {
		return this.#mutes[this.#seating.table]?.includes(seat) ?? false;
	}

	mute(seat: number, isSilent: boolean): void {
		const { [this.#seating.table]: mine = [], ...rest } = this.#mutes;
		const wanted = isSilent ? [...mine, seat] : mine.filter((each) => each !== seat);
		const kept = Object.entries(rest).slice(1 - MUTED);
		this.#mutes = Object.fromEntries(wanted.length ? [...kept, [this.#seating.table, wanted]] : kept);
		save("muted", this.#mutes);
		this.#hush();
	}

	#hush(): void {
		this.shown = this.shown.filter((remark) => this.heard.includes(remark));
	}
}
