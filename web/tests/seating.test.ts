import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Seating } from "../src/table/seating.svelte";
import { FakeSocket, line, noPast, now, table } from "./fake-socket";

/** One screen, two people: sockets of seat 0, seat 1, and the spectator, in this order. */
let seating: Seating;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("WebSocket", FakeSocket);
	FakeSocket.all = [];
});

afterEach(() => {
	seating.close();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const SEATS = [0, 1, null];

function sit(waiting: number[], isPrivate: boolean): void {
	seating = new Seating(
		"T",
		new Map([
			[0, "x"],
			[1, "y"],
		]),
	);
	FakeSocket.all.forEach((socket, index) => {
		const seat = SEATS[index] as number | null;
		socket.open();
		const isActing = seat !== null && waiting.includes(seat);
		socket.say(table(1, [], { seat, now: now(1, { waiting, isPrivate: isPrivate && isActing, seat }) }));
	});
}

function tell(index: number, version: number, waiting: number[], isPrivate: boolean): void {
	const seat = SEATS[index] as number | null;
	FakeSocket.all[index]?.say({
		type: "update",
		...noPast,
		now: now(version, { waiting, isPrivate, seat }),
		lines_from: 0,
		lines: [line(`v${version}`)],
		is_over: false,
	});
	vi.advanceTimersByTime(2_000);
}

it("gives up a seat that another device has taken", () => {
	const lost: [number, boolean][] = [];
	seating = new Seating("T", new Map([[1, "y"]]), (seat, isBot) => lost.push([seat, isBot]));
	const [socket] = FakeSocket.all;
	socket?.open();
	socket?.say(table(1, [], { seat: 1 }));
	expect(lost).toEqual([]);
	socket?.say(table(1, [], { seat: null }));
	expect(lost).toEqual([[1, false]]);
});

it("shows what everybody may see, and moves for whoever is to act", () => {
	sit([1], false);
	expect(seating.isShared).toBe(true);
	expect(seating.curtain).toBeNull();
	expect(seating.moment?.table.seat).toBeNull();
	expect(seating.mover).toBe(1);
});

it("draws a curtain before a secret choice, one after the other, and nothing secret is shown in between", () => {
	sit([0, 1], true);
	expect(seating.curtain).toEqual({ seat: 0, isPeek: false });
	expect(seating.moment?.table.seat).toBeNull();
	expect(seating.mover).toBeNull();

	seating.openCurtain();
	expect(seating.moment?.table.seat).toBe(0);
	expect(seating.mover).toBe(0);

	// Seat 0 has chosen: only its own connection learn so.
	tell(0, 1, [1], false);
	expect(seating.moment?.table.seat).toBeNull();
	expect(seating.curtain).toEqual({ seat: 1, isPeek: false });

	seating.openCurtain();
	expect(seating.moment?.table.seat).toBe(1);
	for (const index of [0, 1, 2]) tell(index, 2, [1], false);
	expect(seating.curtain).toBeNull();
	expect(seating.moment?.table.seat).toBeNull();
	expect(seating.mover).toBe(1);
});

it("lets somebody with drawn cards hand over himself", () => {
	sit([0], true);
	seating.openCurtain();
	for (const index of [0, 1, 2]) tell(index, 2, [1], index < 2);
	expect(seating.moment?.table.seat).toBe(0);
	expect(seating.isLingering).toBe(true);
	expect(seating.mover).toBeNull();
	seating.hide();
	expect(seating.curtain).toEqual({ seat: 1, isPeek: false });
	expect(seating.moment?.table.seat).toBeNull();
});

it("lets everybody peek at their own, behind a curtain, without acting", () => {
	sit([1], false);
	seating.peek(0);
	expect(seating.curtain).toEqual({ seat: 0, isPeek: true });
	expect(seating.moment?.table.seat).toBeNull();
	seating.openCurtain();
	expect(seating.moment?.table.seat).toBe(0);
	expect(seating.mover).toBeNull();
	seating.hide();
	expect(seating.moment?.table.seat).toBeNull();
	expect(seating.mover).toBe(1);
});

it("does not animate again what the connection before have shown", () => {
	sit([0], false);
	tell(2, 2, [0], false);
	expect(seating.moment?.step).toHaveLength(1);
	seating.peek(0);
	seating.openCurtain();
	seating.hide();
	expect(seating.moment).toMatchObject({ before: null, step: [] });
});

it("knows of the next table as soon as anybody here has heard of it", () => {
	sit([], false);
	expect(seating.rematch).toBeNull();
	FakeSocket.all[1]?.say({ type: "rematch", table: "N", by: 0 });
	expect(seating.rematch).toMatchObject({ table: "N", by: 0 });
});
