import { load, onForeignChange, save } from "./storage";

export type Theme = "day" | "night";

interface Kept {
	/** Empty: as the browser wishes. */
	language: string;
	theme: Theme | "system";
	sound: boolean;
	/** 0 to 1. */
	volume: number;
	motion: "system" | "full" | "none";
	name: string;
	/** How fast what bots do is shown. */
	pace: "normal" | "slow" | "step";
	/** Whether the rules show the numbers and options that records and programs name them by. */
	hasCodes: boolean;
	/** Whether the answer is no when somebody asks to take a move back. */
	isNeverAsked: boolean;
	/** Whether nothing that others say at tables is shown. */
	isTalkMuted: boolean;
	/** How somebody who has another page before them is told that it is their turn. */
	noticeTitle: boolean;
	noticeSound: boolean;
	noticeBrowser: boolean;
	/** Whether moves can be typed at the table. */
	isTyping: boolean;
	/** Which hand presses on small screens. */
	hand: "right" | "left";
}

const USUAL: Kept = {
	language: "",
	theme: "system",
	sound: true,
	volume: 0.6,
	motion: "system",
	name: "",
	pace: "normal",
	hasCodes: false,
	isNeverAsked: false,
	isTalkMuted: false,
	noticeTitle: false,
	noticeSound: false,
	noticeBrowser: false,
	isTyping: false,
	hand: "right",
};
/** What a word may be; of all else the kind is enough. */
const WORDS: Partial<Record<keyof Kept, readonly string[]>> = {
	theme: ["system", "day", "night"],
	motion: ["system", "full", "none"],
	hand: ["right", "left"],
	pace: ["normal", "slow", "step"],
};

function watchMedia(query: string, changed: (matches: boolean) => void): void {
	const media = globalThis.matchMedia?.(query);
	if (!media) return;
	changed(media.matches);
	media.addEventListener?.("change", (event) => changed(event.matches));
}

/** What this person likes; changes are kept at once. */
class Settings {
	#kept = $state<Kept>({ ...USUAL, ...load<Partial<Kept>>("settings", {}) });
	#isDark = $state(false);
	#isCalm = $state(false);

	constructor() {
		watchMedia("(prefers-color-scheme: dark)", (matches) => {
			this.#isDark = matches;
		});
		watchMedia("(prefers-reduced-motion: reduce)", (matches) => {
			this.#isCalm = matches;
		});
		onForeignChange("settings", () => {
			this.#kept = { ...USUAL, ...load<Partial<Kept>>("settings", {}) };
		});
	}

	get kept(): Readonly<Kept> {
		return this.#kept;
	}

	set(changes: Partial<Kept>): void {
		Object.assign(this.#kept, changes);
		save("settings", this.#kept);
	}

	/** From a file: what is not a setting of ours is passed over. */
	take(found: unknown): void {
		const given = (found ?? {}) as Record<string, unknown>;
		const isGood = (name: keyof Kept) =>
			typeof given[name] === typeof USUAL[name] && (WORDS[name]?.includes(String(given[name])) ?? true);
		const names = (Object.keys(USUAL) as (keyof Kept)[]).filter(isGood);
		this.set(Object.fromEntries(names.map((name) => [name, given[name]])) as Partial<Kept>);
	}

	/** The theme as it is now: never "system". */
	get theme(): Theme {
		if (this.#kept.theme !== "system") return this.#kept.theme;
		return this.#isDark ? "night" : "day";
	}

	get hasNotices(): boolean {
		return this.#kept.noticeTitle || this.#kept.noticeSound || this.#kept.noticeBrowser;
	}

	/** No animations: by this setting, or because the system asks for calm. */
	get isStill(): boolean {
		return this.#kept.motion === "none" || (this.#kept.motion === "system" && this.#isCalm);
	}
}

export const settings = new Settings();
