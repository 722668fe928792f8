import { describe, expect, it } from "vitest";
import { showWait } from "../src/table/clock";

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
