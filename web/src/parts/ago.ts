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
