import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Change, Connection, Lost, Refused } from "../src/socket.svelte";
import type { GamePast, Now, Table } from "../src/wire";
import { FakeSocket, line, noPast, now, table } from "./fake-socket";

let connection: Connection;
let seen: Change[];

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("WebSocket", FakeSocket);
	FakeSocket.all = [];
	seen = [];
	connection = new Connection("T", "key", (change) => seen.push(change));
});

afterEach(() => {
	connection.close();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

function greet(version = 1, texts: string[] = [], changes: Partial<Table> = {}): FakeSocket {
	FakeSocket.last.open();
	FakeSocket.last.say(table(version, texts, changes));
	return FakeSocket.last;
}

describe("looking", () => {
	it("says hello first, and sees the whole table", () => {
		const socket = greet();
		expect(socket.address).toMatch(/^ws:.*\/api\/play$/);
		expect(socket.sent).toEqual([{ type: "hello", table: "T", token: "key", is_away: false }]);
		expect(connection.link).toBe("open");
		expect(seen).toMatchObject([{ isNext: false, step: [] }]);
	});

	it("learns what is new, and that something was taken back", () => {
		const socket = greet(1, ["a"]);
		socket.say({
			type: "update",
			now: now(2),
			lines_from: 1,
			lines: [line("b"), line("c")],
			...noPast,
			is_over: false,
		});
		expect(seen.at(-1)?.step.map((each) => each.text)).toEqual(["b", "c"]);
		expect(connection.table?.lines.map((each) => each.text)).toEqual(["a", "b", "c"]);
		socket.say({ type: "update", now: now(3), lines_from: 2, lines: [], ...noPast, is_over: false });
		expect(seen.at(-1)).toMatchObject({ step: [], isNext: true });
		expect(connection.table?.lines).toHaveLength(2);
		socket.say({ type: "update", now: now(4), lines_from: 1, lines: [line("b"), line("d")], ...noPast, is_over: true });
		expect(seen.at(-1)?.step.map((each) => each.text)).toEqual(["d"]);
		expect(connection.table?.is_over).toBe(true);
	});

	it("does not pretend to have seen what it has missed", () => {
		const socket = greet(1, ["a"]);
		socket.say({
			type: "update",
			now: now(4),
			lines_from: 1,
			lines: [line("b"), line("c")],
			...noPast,
			is_over: false,
		});
		expect(seen.at(-1)).toMatchObject({ isNext: false, table: { now: { version: 4 } } });
		expect(seen.at(-1)?.step.map((each) => each.text)).toEqual(["b", "c"]);
	});

	it("puts earlier rounds, which come once, where the view has its place for them", () => {
		const [one, two, three] = ["R", "O", "Y"].map((piece) => ({ piece }) as unknown as GamePast);
		const view = { game: "xequeo", results: [] as GamePast[] } as Now["view"];
		const socket = greet(1, [], { now: now(1, { view }), past: [one, two] as GamePast[] });
		expect(connection.table?.now.view).toMatchObject({ results: [one, two] });
		const update = { type: "update" as const, lines_from: 0, lines: [], is_over: false };
		socket.say({ ...update, now: now(2, { view }), past_from: 2, past: [three] as GamePast[] });
		expect(connection.table?.now.view).toMatchObject({ results: [one, two, three] });
		socket.say({ ...update, now: now(3, { view }), past_from: 3, past: [] });
		expect(connection.table?.now.view).toMatchObject({ results: [one, two, three] });
		socket.say({ ...update, now: now(4, { view }), past_from: 0, past: [three] as GamePast[] });
		expect(connection.table?.now.view).toMatchObject({ results: [three] });
	});

	it("stays away where it is not wanted", () => {
		FakeSocket.last.open();
		FakeSocket.last.say({
			type: "failed",
			id: null,
			code: "table_unknown",
			words: { key: "table_unknown", params: {} },
			problems: [],
		});
		expect(connection.link).toBe("refused");
		expect(connection.refusal?.key).toBe("table_unknown");
		vi.advanceTimersByTime(120_000);
		expect(FakeSocket.all).toHaveLength(1);
	});
});

describe("asking", () => {
	it("moves against the version it has seen, and is told when it is done", async () => {
		const socket = greet(7);
		const done = connection.move("Rd4");
		expect(connection.isBusy).toBe(true);
		expect(socket.sent.at(-1)).toEqual({ type: "move", id: 1, version: 7, move: "Rd4" });
		socket.say({ type: "done", id: 1 });
		await expect(done).resolves.toBeUndefined();
		expect(connection.isBusy).toBe(false);
	});

	it("has the view by the time a move is done", async () => {
		const socket = greet(7);
		const done = connection.move("Rd4").then(() => connection.table?.now.version);
		socket.say({ type: "update", now: now(8), lines_from: 0, lines: [line("Rd4")], ...noPast, is_over: false });
		socket.say({ type: "done", id: 1 });
		await expect(done).resolves.toBe(8);
	});

	it("hears what is said, and lets moves go on meanwhile", () => {
		const socket = greet();
		const remark = { seat: 1, words: { key: "talk_well", params: {} }, text: "" };
		socket.say({ type: "spoken", remarks: [remark, remark], is_news: false });
		socket.say({ type: "spoken", remarks: [{ ...remark, seat: 0 }], is_news: true });
		expect(connection.remarks.map(({ seat, isNews }) => [seat, isNews])).toEqual([
			[1, false],
			[1, false],
			[0, true],
		]);
		socket.say({ type: "spoken", remarks: [remark], is_news: false });
		expect(connection.remarks).toHaveLength(1);
		connection.say("xq_yours", "B").catch(() => {});
		expect(socket.sent.at(-1)).toEqual({ type: "say", id: 1, phrase: "xq_yours", piece: "B" });
		expect(connection.isBusy).toBe(false);
	});

	it("tells answers apart", async () => {
		const socket = greet();
		const first = connection.move("a");
		const second = connection.undo();
		socket.say({ type: "done", id: 2 });
		socket.say({ type: "failed", id: 1, code: "no", words: { key: "no", params: {} }, problems: [] });
		await expect(second).resolves.toBeUndefined();
		const refused = await first.catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(Refused);
		expect((refused as Refused).words.key).toBe("no");
	});

	it("does not send anything again after the line broke", async () => {
		const first = greet();
		const answer = connection.move("Rd4");
		answer.catch(() => {});
		first.breakDown();
		await expect(answer).rejects.toBeInstanceOf(Lost);
		vi.advanceTimersByTime(20_000);
		greet(2);
		expect(FakeSocket.last).not.toBe(first);
		expect(FakeSocket.last.sent.map((message) => message.type)).toEqual(["hello"]);
	});

	it("refuses at once while there is no line", async () => {
		greet().breakDown();
		await expect(connection.move("Rd4")).rejects.toBeInstanceOf(Lost);
	});

	it("gives up a line that does not answer", async () => {
		greet();
		const answer = connection.move("Rd4");
		answer.catch(() => {});
		await vi.advanceTimersByTimeAsync(13_000);
		await expect(answer).rejects.toBeInstanceOf(Lost);
		expect(FakeSocket.all.length).toBeGreaterThan(1);
	});
});

describe("coming back", () => {
	it("tries again, soon as long as it may be a restart, and then shows what it missed without pretending to have seen it", () => {
		vi.spyOn(Math, "random").mockReturnValue(0.5);
		greet().breakDown();
		expect(connection.link).toBe("lost");
		const pauses: number[] = [];
		for (let attempt = 0; attempt < 13; attempt += 1) {
			const count = FakeSocket.all.length;
			let pause = 0;
			while (FakeSocket.all.length === count) {
				vi.advanceTimersByTime(100);
				pause += 100;
			}
			pauses.push(pause);
			FakeSocket.last.breakDown();
		}
		expect(pauses).toEqual([400, 800, 1600, ...Array(9).fill(2400), 15_000]);
		vi.advanceTimersByTime(20_000);
		greet(9, ["a", "b"]);
		expect(connection.link).toBe("open");
		expect(seen.at(-1)).toMatchObject({ isNext: false, step: [] });
	});

	it("tries at once when the network is back", () => {
		greet().breakDown();
		const count = FakeSocket.all.length;
		dispatchEvent(new Event("online"));
		expect(FakeSocket.all).toHaveLength(count + 1);
	});

	it("notices that the computer slept", () => {
		const socket = greet();
		vi.setSystemTime(Date.now() + 3_600_000);
		vi.advanceTimersByTime(4_000);
		expect(socket.isClosed).toBe(true);
		expect(FakeSocket.all).toHaveLength(2);
	});

	it("does not take a busy minute for sleep", () => {
		greet();
		vi.advanceTimersByTime(60_000);
		expect(FakeSocket.all).toHaveLength(1);
	});

	it("ignores what an old line still says", () => {
		const old = greet(1);
		const late = old.onmessage;
		old.breakDown();
		vi.advanceTimersByTime(1_000);
		greet(5);
		late?.({ data: JSON.stringify(table(1)) });
		expect(connection.table?.now.version).toBe(5);
	});

	it("is gone when it is closed", () => {
		greet();
		connection.close();
		dispatchEvent(new Event("online"));
		vi.advanceTimersByTime(60_000);
		expect(FakeSocket.all).toHaveLength(1);
	});
});

describe("a page in the background", () => {
	let isHidden = false;

	function turn(hidden: boolean): void {
		isHidden = hidden;
		document.dispatchEvent(new Event("visibilitychange"));
	}

	beforeEach(() => {
		vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (isHidden ? "hidden" : "visible"));
	});
	afterEach(() => {
		isHidden = false;
		vi.restoreAllMocks();
	});

	it("is not somebody who is there, after a while, until they are back", () => {
		const socket = greet();
		turn(true);
		vi.advanceTimersByTime(20_000);
		turn(false);
		vi.advanceTimersByTime(60_000);
		expect(socket.sent).toHaveLength(1);
		turn(true);
		vi.advanceTimersByTime(31_000);
		expect(socket.sent.at(-1)).toMatchObject({ type: "look", is_away: true });
		expect(connection.isBusy).toBe(false);
		turn(false);
		expect(socket.sent.at(-1)).toMatchObject({ type: "look", is_away: false });
	});

	it("says so once more after a lost connection", () => {
		const before = greet();
		turn(true);
		vi.advanceTimersByTime(31_000);
		before.breakDown();
		vi.advanceTimersByTime(1_000);
		const after = greet();
		expect(after).not.toBe(before);
		expect(after.sent).toEqual([{ type: "hello", table: "T", token: "key", is_away: true }]);
	});
});
