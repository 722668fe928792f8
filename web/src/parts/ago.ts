import { currentLanguage } from "../i18n.svelte";

const UNITS = [
	["day", 86_400],
	["hour", 3_600],
	["minute", 60],
] as const;

/** "2 hours ago", in the reader's language. */
export function ago(when: number, now = Date.now()): string {
	const seconds = (when - now) / 1000;
	const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
	for (const [unit, length] of UNITS)
		if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
	return format.format(0, "second");
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** "19 November 2026", in the reader's language, of 2026-11-19; whatever else stands there as it stands. */
export function showDay(iso: string): string {
	const moment = Date.parse(iso);
	if (!DAY.test(iso) || Number.isNaN(moment)) return iso;
	const language = currentLanguage();
	// Our English is British.
	const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
		dateStyle: "long",
		timeZone: "UTC",
	});
	return format.format(moment);
}
