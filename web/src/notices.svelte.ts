import { t } from "./i18n.svelte";
import { showName } from "./people";
import { go } from "./router";
import { settings } from "./settings.svelte";
import { play } from "./sound";
import { load, save } from "./storage";
import type { MyTable } from "./store";
import { toast } from "./toasts.svelte";

/** Why this browser shows no notices, as a key of the catalogue; empty where it may. */
export function obstacle(): string {
	if (!globalThis.isSecureContext) return "web_notice_insecure";
	if (!("Notification" in globalThis)) return "web_notice_none";
	return Notification.permission === "denied" ? "web_notice_denied" : "";
}

/** Asks the person once; says what hinders it. */
export async function allowNotices(): Promise<void> {
	const isAllowed = !obstacle() && (await Notification.requestPermission()) === "granted";
	settings.set({ noticeBrowser: isAllowed });
	const why = obstacle();
	if (why) toast(() => t(why), { isError: true, isLong: true });
}

export function rivals(table: MyTable): string {
	const others = table.names.filter((_, seat) => !(seat in table.tokens) && !table.mine.includes(seat));
	return (others.length ? others : table.names).map(showName).join(" · ");
}

/** What somebody is told of: their turn, and once more if the others ask them to come. */
export function callOf({ table, isCalled }: MyTable): string {
	return isCalled ? `${table} called` : table;
}

/** Milliseconds that one moment differs by from window to window. */
const SAME = 2_500;

/** The page's own title, while it says something else. */
let title: string | null = null;
let told = "";

function putTitleBack(): void {
	if (title === null || document.hidden) return;
	// The page may have taken another one meanwhile.
	if (document.title === told) document.title = title;
	title = null;
}
document.addEventListener("visibilitychange", putTitleBack);

/** Tells somebody who has another page before them that it is their turn: at `all` tables, and at `fresh` ones just now.
 * Nothing is said but the game and the names. */
export function notify(all: readonly MyTable[], fresh: readonly MyTable[]): void {
	if (!document.hidden) return;
	if (settings.kept.noticeTitle && (title !== null || fresh.length)) {
		if (title === null || document.title !== told) title = document.title;
		told = all.length ? `(${all.length}) ${t("web_is_your_turn")} – Ridotto` : title;
		document.title = told;
	}
	// Several windows of this browser all find out: one of them tells.
	const known = load<Record<string, number>>("told", {});
	const untold = fresh.filter((table) => Math.abs((known[callOf(table)] ?? 0) - table.changed) > SAME);
	if (!untold.length) return;
	save("told", Object.fromEntries(all.map((table) => [callOf(table), table.changed])));
	if (settings.kept.noticeSound) play("bell", { isNotice: true });
	if (settings.kept.noticeBrowser && !obstacle()) for (const table of untold) show(table);
}

function show(table: MyTable): void {
	try {
		const body = `${t(`game_${table.game}`)} · ${rivals(table)}`;
		const notice = new Notification(t(table.isCalled ? "web_called_you" : "web_is_your_turn"), {
			body,
			tag: table.table,
			icon: "/icon.svg",
		});
		notice.onclick = () => {
			window.focus();
			go(`/t/${table.table}`);
			notice.close();
		};
	} catch {
		// some browsers on phones have the word, but show notices only for installed pages
	}
}
