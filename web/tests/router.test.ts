import { expect, it } from "vitest";
import { followLinks, go, onNavigate, parseRoute } from "../src/router";

it("knows every page", () => {
	expect(parseRoute("/")).toEqual({ page: "home" });
	expect(parseRoute("/new")).toEqual({ page: "new", game: null });
	expect(parseRoute("/new/venise")).toEqual({ page: "new", game: "venise" });
	expect(parseRoute("/new/anything")).toEqual({ page: "new", game: "anything" });
	expect(parseRoute("/t/aB-3_x")).toEqual({ page: "table", table: "aB-3_x" });
	expect(parseRoute("/rules")).toEqual({ page: "rules", game: "xequeo" });
	expect(parseRoute("/rules/venise/")).toEqual({ page: "rules", game: "venise" });
	expect(parseRoute("/replay")).toEqual({ page: "replay", table: null, at: null });
	expect(parseRoute("/replay/abc")).toEqual({ page: "replay", table: "abc", at: null });
	expect(parseRoute("/replay/abc/12")).toEqual({ page: "replay", table: "abc", at: 12 });
	expect(parseRoute("/position")).toEqual({ page: "position" });
	expect(parseRoute("/lobby")).toEqual({ page: "lobby" });
});

it("says so when there is none", () => {
	for (const path of [
		"/nothing",
		"/t",
		"/t/a/b",
		"/replay/a/b",
		"/replay/a/1/2",
		"/t/a/1",
		"/position/x",
		"/rules/chess",
		"/lobby/x",
		"/new/%E0%A4%A",
	])
		expect(parseRoute(path).page, path).toBe("missing");
});

it("follows links to our own pages only", () => {
	followLinks();
	const seen: string[] = [];
	const stop = onNavigate((path) => seen.push(path));
	const press = (html: string, init: MouseEventInit = {}) => {
		document.body.innerHTML = html;
		const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
		document.querySelector("a > b")?.dispatchEvent(event);
		return event.defaultPrevented;
	};
	expect(press('<a href="/lobby"><b>x</b></a>')).toBe(true);
	expect(press('<a href="/lobby"><b>x</b></a>', { ctrlKey: true })).toBe(false);
	expect(press('<a href="https://example.org/"><b>x</b></a>')).toBe(false);
	expect(press('<a href="/api/docs"><b>x</b></a>')).toBe(false);
	expect(press('<a href="/rules/venise" target="_blank"><b>x</b></a>')).toBe(false);
	go("/settings");
	expect(seen).toEqual(["/lobby", "/settings"]);
	stop();
});
