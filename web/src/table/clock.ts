import { currentLanguage } from "../i18n.svelte";
import type { Absence, Clocks } from "../wire";

const SECOND = 1000;
export const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the clocks said, and when that was heard. */
export interface Heard {
	clocks: Clocks;
	at: number;
}

/** What was said of those who are away, and when that was heard. */
export interface HeardAbsence {
	absence: Absence;
	at: number;
}

/** Milliseconds that somebody has left, the bank included. */
export function leftOf({ clocks, at }: Heard, seat: number, now: number): number {
	const { left, bank, running, passed } = clocks;
	const used = running.includes(seat) ? passed + Math.max(0, now - at) : 0;
	return Math.max(0, (left[seat] ?? 0) + (bank[seat] ?? 0) - used);
}

/** Milliseconds until another time is shown. */
export function untilChange(left: number): number {
	return left >= DAY ? left % HOUR : left % SECOND || SECOND;
}

/** "15 minutes", in the reader's language; rounded up where it is not whole minutes. */
export function showWait(milliseconds: number): string {
	const units = [
		[DAY, "day"],
		[HOUR, "hour"],
		[MINUTE, "minute"],
	] as const;
	const [size, unit] = units.find(([size]) => milliseconds % size === 0) ?? ([MINUTE, "minute"] as const);
	const shown = new Intl.NumberFormat(currentLanguage(), { style: "unit", unit, unitDisplay: "long" });
	return shown.format(Math.ceil(milliseconds / size));
}

/** "4:32", "1:04:32", "2d 4h", in the reader's language. */
export function showTime(milliseconds: number): string {
	const unit = (value: number, name: "day" | "hour") =>
		new Intl.NumberFormat(currentLanguage(), { style: "unit", unit: name, unitDisplay: "narrow" }).format(value);
	const two = (value: number) => String(value).padStart(2, "0");
	if (milliseconds >= DAY)
		return `${unit(Math.floor(milliseconds / DAY), "day")} ${unit(Math.floor((milliseconds % DAY) / HOUR), "hour")}`;
	// Only who has no time left at all is shown nothing.
	const left = Math.ceil(milliseconds / SECOND);
	const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
	return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
