import { describe, expect, it } from "vitest";
import { showTime, showWait, untilChange } from "../src/table/clock";

const MINUTE = 60_000;

describe("a waiting time", () => {
	it.each([
		[15 * MINUTE, "15 minutes"],
		[90 * MINUTE, "90 minutes"],
		[120 * MINUTE, "2 hours"],
		[48 * 60 * MINUTE, "2 days"],
		[1_000, "1 minute"],
	])("of %d milliseconds is %s", (milliseconds, shown) => {
		expect(showWait(milliseconds)).toBe(shown);
	});
});

describe("a running clock", () => {
	const HOUR = 60 * MINUTE;
	it.each([5_000, 4_999, 61_001, 2 * HOUR, 23 * HOUR + 1, 24 * HOUR, 24 * HOUR + 7, 49 * HOUR])(
		"is drawn again when it shows another time: %d",
		(left) => {
			const soon = untilChange(left);
			expect(showTime(left - soon + 1)).toBe(showTime(left));
			expect(showTime(left - soon - 1)).not.toBe(showTime(left));
		},
	);
});
