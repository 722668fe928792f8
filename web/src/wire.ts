// Written by hand until it is made from src/ridotto/server/wire.py.
export interface Words {
	key: string;
	params?: { [name: string]: Words | string | number };
}
export type GameName = "xequeo" | "venise";
export interface XeQueoView {
	game: "xequeo";
	seat: number | null;
	is_private: boolean;
}
export interface VeniseView {
	game: "venise";
	seat: number | null;
	is_private: boolean;
}
export type GameView = XeQueoView | VeniseView;
export interface OptionInfo {
	name: string;
	kind: "choice" | "number" | "text";
	values: string[];
	default: string;
	least: number | null;
	most: number | null;
	is_study: boolean;
}
export interface BoardInfo {
	name: string;
	title: string;
	side: "day" | "night";
}
export interface GameInfo {
	name: GameName;
	rules: string;
	least_seats: number;
	most_seats: number;
	options: OptionInfo[];
	bots: string[];
	boards: BoardInfo[];
}
export interface NewSeat {
	kind: "here" | "link" | "open" | "bot";
	name?: string;
	bot?: string;
}
export interface NewTable {
	game: GameName;
	options?: string;
	seats: NewSeat[];
	is_listed?: boolean;
}
export interface MadeSeat {
	seat: number;
	token: string;
	invite: string;
}
export interface MadeTable {
	table: string;
	seats: MadeSeat[];
}
export interface Claim {
	invite?: string;
	browser: string;
	name?: string;
}
export interface Claimed {
	seat: number;
	token: string;
}
export interface Person {
	seat: number;
	name: string;
	kind: "person" | "bot";
	bot: string;
	is_taken: boolean;
	is_here: boolean;
}
export interface LobbyTable {
	table: string;
	game: GameName;
	options: string;
	people: Person[];
	open_seats: number;
	is_started: boolean;
	is_over: boolean;
	made: string;
}
export interface Lobby {
	tables: LobbyTable[];
}
export interface Line {
	actor: number;
	text: string;
	news: string;
	chapter: Words;
	said: Words | null;
}
export interface Now {
	version: number;
	view: GameView;
	waiting: number[];
	can_undo: boolean;
	end: Words | null;
}
export interface Frame {
	view: GameView;
	line: Line | null;
}
export interface Replay {
	game: GameName;
	options: string;
	names: string[];
	day: string;
	seen_by: string;
	frames: Frame[];
	end: Words | null;
}
export interface BoardFile {
	text: string;
}
export interface BoardCode {
	name: string;
	code: string;
	side: "day" | "night";
}
export interface Hello {
	type: "hello";
	table: string;
	token?: string;
}
export interface DoMove {
	type: "move";
	id: number;
	version: number;
	move: string;
}
export interface DoUndo {
	type: "undo";
	id: number;
	version: number;
}
export interface DoResign {
	type: "resign";
	id: number;
}
export interface DoRename {
	type: "rename";
	id: number;
	name: string;
}
export interface AskHint {
	type: "hint";
	id: number;
	version: number;
}
export type FromBrowser = Hello | DoMove | DoUndo | DoResign | DoRename | AskHint;
export interface Table {
	type: "table";
	table: string;
	game: GameName;
	options: string;
	seat: number | null;
	people: Person[];
	is_started: boolean;
	is_over: boolean;
	can_hint: boolean;
	now: Now;
	lines: Line[];
}
export interface Update {
	type: "update";
	now: Now;
	lines_from: number;
	lines: Line[];
	is_over: boolean;
}
export interface People {
	type: "people";
	people: Person[];
	is_started: boolean;
}
export interface Done {
	type: "done";
	id: number;
}
export interface Failed {
	type: "failed";
	id: number | null;
	code: string;
	words: Words;
}
export interface Hint {
	type: "hint";
	id: number;
	move: string;
	reasons: Words[];
}
export type ToBrowser = Table | Update | People | Done | Failed | Hint;
