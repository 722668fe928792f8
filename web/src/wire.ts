// Written by `python -m ridotto.server.typescript` from src/ridotto/server/wire.py: do not edit.
// docs/protocol.md says when what is sent.

export type GameName = string;

export interface Words {
	key: string;
	params: Record<string, Words | string | number>;
}

export type XeQueoPhase = "hand" | "setup" | "ring" | "choose" | "play" | "over";

export interface XeQueoPiece {
	letter: string;
	square: string;
}

/** A piece was moved in this round. */
export interface XeQueoStep {
	by: number;
	piece: string;
	path: string[];
}

export type XeQueoHow = "entry" | "counter" | "stray" | "call" | "miss";

/** How a round ended. */
export interface XeQueoResult {
	winner: number;
	how: XeQueoHow;
	/** Who moved into the ring or called. */
	by: number;
	/** What was moved into the ring or called. */
	piece: string;
	/** The cards the viewer knows: what was shown (XQ-R7) and their own; all when the match is over. */
	choices: [string | null, string | null];
	/** By seat: whether the end of the round put the card on the table, for all to see. */
	shown: [boolean, boolean];
}

/** A move that whoever acts may have, as far as anybody at the table can know. */
export interface XeQueoMove {
	text: string;
	kind: "place" | "lay" | "choose" | "go" | "call";
	piece: string;
	square: string;
	/** Of a piece: the points it touches, where it stands and where it goes included. */
	path: string[];
}

export interface XeQueoView {
	game: "xequeo";
	seat: number | null;
	/** The chapter of the match that is on. */
	heading: Words | null;
	/** Whether what this seat is to decide now needs the others to look away. */
	is_private: boolean;
	/** Whether the view tells something that not everybody may know. */
	has_secret: boolean;
	/** By seat, 1 is best; empty while the match is on. */
	places: number[];
	phase: XeQueoPhase;
	round: number;
	/** Who sets up, lays the ring or moves; nobody when chance acts, when both choose, and at the end. */
	turn: number | null;
	/** Options for /api/scene.json. */
	scene: string;
	/** All pieces of the match, in their order. */
	letters: string;
	pieces: XeQueoPiece[];
	ring: string | null;
	/** Of the round that is on. */
	choices: [string | null, string | null];
	rings: [number, number];
	goal: number;
	/** The piece moves since the last ring was laid. */
	moves: XeQueoStep[];
	/** Of all rounds that are over. Empty in `Table` and `Update`, which have them as `past`. */
	results: XeQueoResult[];
	/** What can be done now as far as anybody can know: the same for all viewers. */
	reach: XeQueoMove[];
	/** What this seat may do: texts of moves in `reach`. */
	legal: string[];
}

export type Phase = "first" | "deal" | "play" | "draw" | "discard" | "home" | "over";

export type Did = "nothing" | "played" | "taken";

/** A pawn or a gem on the board. */
export interface VeniseThing {
	seat: number;
	field: string;
	is_gem: boolean;
	x: number;
	y: number;
}

export interface VeniseSeat {
	/** The words are in the catalogue under ve_colour_<colour>. */
	colour: string;
	letter: string;
	/** How many gems are in the tent. */
	home: number;
	short: number;
	long: number;
	tiles: number;
	cards: number;
	/** Cards of its hand that the viewer knows it to have; of an open replay all. */
	known: string[];
	/** 1 is best; 0 while it plays. */
	place: number;
	is_stranded: boolean;
}

export type WhyNot =
	| ""
	| "turn"
	| "taken"
	| "played"
	| "dear"
	| "stock"
	| "jokers"
	| "few"
	| "none"
	| "lay"
	| "lift"
	| "walk"
	| "place";

/** Equal cards of the own hand. */
export interface VeniseCard {
	card: string;
	count: number;
	cost: number;
	why_not: WhyNot;
}

/** What else a turn has besides cards. */
export interface VeniseDeed {
	kind: "tile" | "take" | "exchange" | "end";
	/** How many cards go or come, or tiles there are. */
	count: number;
	why_not: WhyNot;
}

export type VeniseKind = "play" | "tile" | "take" | "exchange" | "end" | "discard";

/** What can be done now; `text` is what to send. */
export interface VeniseMove {
	text: string;
	kind: VeniseKind;
	/** What is played, laid off or exchanged; after a joker what it stands for. */
	cards: string[];
	/** Of a plank the slot, or the slots it goes from and to; of a walk the fields, end last. */
	places: string[];
	/** Where a walk takes gems. */
	gems: string[];
}

/** Planks and fields are named as in views; nothing happened to what is empty. */
export interface Effects {
	/** Whose pawn, planks and cards these are. */
	seat: number;
	laid?: string[];
	/** Planks taken up, into the stock or to be laid elsewhere. */
	taken?: string[];
	/** Planks that went into the water. */
	fallen?: string[];
	/** The fields walked over; the first is where the walk began. */
	way?: string[];
	/** Where gems were picked up, in the order of the way. */
	gems?: string[];
	/** With the last gem: as which of all seats it came home. */
	home?: number;
	/** Cards that left the hand, open to all. */
	discarded?: string[];
	/** Cards that came to the hand: jokers from their own pile, ``?`` for what the reader may not know. */
	drawn?: string[];
	/** Hourglass tiles that came, or went where it is negative. */
	tiles?: number;
	/** The discard pile became the draw pile. */
	is_shuffle?: boolean;
}

/** What the cards of one turn did, all together. */
export interface VeniseNews {
	done: Effects;
	/** Of the planks taken or fallen, those that the reader had laid. */
	yours: string[];
}

export interface VeniseView {
	game: "venise";
	seat: number | null;
	/** The chapter of the match that is on. */
	heading: Words | null;
	/** Whether what this seat is to decide now needs the others to look away. */
	is_private: boolean;
	/** Whether the view tells something that not everybody may know. */
	has_secret: boolean;
	/** By seat, 1 is best; empty while the match is on. */
	places: number[];
	/** Options for /api/scene.json. */
	scene: string;
	phase: Phase;
	turn: number;
	round: number;
	did: Did;
	/** Left to spend this turn. */
	hourglasses: number;
	/** How many a turn has without tiles. */
	limit: number;
	hand_limit: number;
	/** The planks that lie, each with those that rest on it and would go into the water with it. */
	planks: Record<string, string[]>;
	/** From the far side to the near one. */
	things: VeniseThing[];
	seats: VeniseSeat[];
	/** Short and long planks that went into the water. */
	lost: [number, number];
	pile: number;
	discards: string[];
	jokers: number;
	hand: VeniseCard[];
	/** Of the seat whose turn it is. */
	deeds: VeniseDeed[];
	costs: Record<string, number>;
	legal: VeniseMove[];
	/** What the others did since this seat's own last turn, turn by turn; for the spectator the newest turn. */
	since: VeniseNews[];
}

/** A game that brings no view of its own; which one it is, the table says. */
export interface GenericView {
	game: "generic";
	seat: number | null;
	/** The chapter of the match that is on. */
	heading: Words | null;
	/** Whether what this seat is to decide now needs the others to look away. */
	is_private: boolean;
	/** Whether the view tells something that not everybody may know. */
	has_secret: boolean;
	/** By seat, 1 is best; empty while the match is on. */
	places: number[];
	/** All that the viewer may know, line by line. */
	text: string;
	/** What this seat may do; for the spectator, at a shared screen: what whoever acts may do, where all may know it. */
	legal: string[];
}

export type GameView = XeQueoView | VeniseView | GenericView;

export type GamePast = XeQueoResult;

export type GameEffects = Effects;

/** A part of the drawing, as SVG. */
export interface Layer {
	/** How it may move: tide0, tide1, tide2, gondola; empty for what stands still. */
	motion: string;
	markup: string;
}

export interface Point {
	x: number;
	y: number;
}

/** How high a jump is drawn: over a diagonal it must not touch the points beside it. */
export interface Arcs {
	straight: number;
	diagonal: number;
}

/** The head at the end of a way, measured from the point it leads to. */
export interface Arrow {
	tip: number;
	/** Where the stroke ends. */
	gap: number;
	back: number;
	wide: number;
}

/** The stroke of a way, and the points it touches. */
export interface Trail {
	width: number;
	/** Radius of a point that is touched between jumps. */
	stop: number;
	rim: number;
}

/**
 * The empty board. Symbols lie around the origin: ``xq-R`` ... are the pieces, ``xq-shade-R`` ... their shadows,
 * ``xq-ghost-R`` ... what is left where they stood, ``xq-ring`` the ring, and all marks and cards.
 */
export interface XeQueoScene {
	game: "xequeo";
	width: number;
	height: number;
	/** Gradients, and as symbols all that moves. */
	defs: string;
	/** From below. */
	layers: Layer[];
	/** The colours of what is marked on it, and of the seats. */
	palette: Record<string, string>;
	/** The squares as they lie, from the far rank to the near one. */
	ranks: string[][];
	points: Record<string, Point>;
	/** From one point to the next. */
	cell: number;
	arcs: Arcs;
	arrow: Arrow;
	trail: Trail;
	/** So far does a piece or the ring reach from its middle. */
	thing: number;
	/** Width and height of a card. */
	card: [number, number];
	/** By files and ranks between two squares: how far one is from the other (XQ-11). */
	distances: number[][];
}

/** A place to stand on a post. */
export interface VeniseField {
	words: Words;
	chart: [number, number];
	/** The middle of the post. */
	post: Point;
	pawn: Point;
	gem: Point;
}

export type Shape = "edge" | "diagonal" | "T" | "H";

/** A place for a plank. */
export interface VeniseSlot {
	words: Words;
	chart: [number, number];
	shape: Shape;
	/** Whether it rests on other planks. */
	is_upper: boolean;
	ends: [Point, Point];
	/** Where a pawn stands on it. */
	pawn: Point;
	/** The same while other planks rest on it. */
	carrying: Point;
}

/**
 * The canal. Symbols ``ve-plank-edge``, ``ve-shade-edge``, ``ve-pawn-R``, ``ve-gem-R``, ``ve-card-joker`` ... lie
 * around the origin, planks along the x axis.
 */
export interface VeniseScene {
	game: "venise";
	width: number;
	height: number;
	/** Gradients, and as symbols all that moves. */
	defs: string;
	/** From below. */
	layers: Layer[];
	/** The colours of what is marked on it, and of the seats. */
	palette: Record<string, string>;
	fields: Record<string, VeniseField>;
	slots: Record<string, VeniseSlot>;
	/** How wide a plank is. */
	thick: number;
	/** Half the width of a post. */
	post: number;
	/** How far the shadows of lower and of upper planks fall. */
	shades: [Point, Point];
}

export type GameScene = XeQueoScene | VeniseScene;

export interface OptionInfo {
	name: string;
	kind: "choice" | "number" | "text";
	/** Of a choice; the words are in the catalogue under option_<game>_<name>_<value>. */
	values: string[];
	default: string;
	least: number | null;
	most: number | null;
	/** Not part of the game as sold: smaller boards, given positions. */
	is_study: boolean;
}

export type Side = "day" | "night";

export interface BoardInfo {
	/** What the option `board` takes. */
	name: string;
	/** Words about it are in the catalogue under board_about_<name>, with _ for -. */
	title: string;
	side: Side;
	/** For 2, 3 and 4 players: with so many one of them alone collects all gems. */
	hourglasses: number[];
	/** For 2, 3 and 4 players: where the share of games lies that whoever begins wins. */
	first: [number, number][];
}

export interface GameInfo {
	/** The words are in the catalogue under game_<name>. */
	name: GameName;
	least_seats: number;
	most_seats: number;
	options: OptionInfo[];
	/** Weakest first; the words are in the catalogue under bot_name_<bot> and bot_<bot>. */
	bots: string[];
	/** Who to offer first. The same stands in for the absent. */
	usual_bot: string;
	boards: BoardInfo[];
}

export interface NewSeat {
	/** Somebody at this screen, whoever gets the link, whoever comes from the lobby, or a bot. */
	kind: "here" | "link" | "open" | "bot";
	/** Shown on one line and cut to 40 characters. */
	name?: string;
	bot?: string;
}

export interface NewClock {
	/** So long for each turn, for the whole match, or days for each turn. While several choose at once, all run. */
	kind: "move" | "fischer" | "days";
	/** Seconds; or days. */
	first: number;
	/** Seconds that each turn adds; or days in a bank, for turns that take longer. Of `move` nothing. */
	second?: number;
	/** Whoever runs out of time loses, or a bot plays on. With three and more a bot always does. */
	late?: "forfeit" | "bot";
}

export interface NewTable {
	game: GameName;
	/** As records have them: ``distance=king rings=2``; without seats, which follow from `seats`. */
	options?: string;
	seats: NewSeat[];
	/** Whether the lobby shows the table to everybody; it does when a seat is open. */
	is_listed?: boolean;
	clock?: NewClock | null;
	/**
	 * Without a clock: so many seconds after the last public change, whoever is to act and away may be asked to come;
	 * then a bot may stand in. 0 is never.
	 */
	wait?: number;
	/** Whether people can also talk in their own words: where somebody comes by a link, and nobody from the lobby. */
	has_chat?: boolean;
	/** The position that the match begins in, as records have it; what is `?` there is dealt. As a rule none. */
	start?: string;
}

export interface MadeSeat {
	seat: number;
	/** Of seats at this screen: the key to the seat. */
	token: string;
	/** Of seats by link: opens the seat once. */
	invite: string;
}

export interface MadeTable {
	table: string;
	seats: MadeSeat[];
}

export interface Claim {
	/** Empty: any open seat of a listed table. */
	invite?: string;
	/** Instead of an invite: moves a seat that another device has. */
	transfer?: string;
	/** A random word that a browser keeps to itself: the same browser may claim again and gets the same seat. */
	browser: string;
	name?: string;
}

export interface Claimed {
	seat: number;
	token: string;
}

/** POST /api/tables/{table}/invitation with a `Claim`: what it would open. Nothing is taken yet. */
export interface Invitation {
	seat: number;
}

/** POST /api/tables/{table}/transfer, with the seat's token. */
export interface Transfer {
	/** To claim the seat with on another device, once; until then nothing changes. */
	word: string;
}

export interface Person {
	seat: number;
	/** Always something to show. */
	name: string;
	/** Of whoever has no name of their own: what to call them in the reader's language. */
	title: Words | null;
	/** A seat that somebody resigned from while three or more play becomes a bot's and keeps its name. */
	kind: "person" | "bot";
	bot: string;
	/** False while the seat waits for somebody to open its link. */
	is_taken: boolean;
	/** Whether somebody looks at the table from this seat now; bots always do. */
	is_here: boolean;
	/** Whose device has the key to the seat: the one that made the table, or one that took the seat later. */
	device: "" | "host" | "own";
	/** The bot that plays for this person: until they are back, or, whose time was up, to the end. */
	stand_in: string;
}

export interface TableKey {
	table: string;
	/** Of a seat there; empty: as a spectator. */
	token: string;
}

/** POST /api/standings: for a list of one's own matches. It counts as no presence and wakes nobody. */
export interface AskStandings {
	tables: TableKey[];
}

export interface Standing {
	table: string;
	people: Person[];
	is_started: boolean;
	is_over: boolean;
	/** The seats that are to act, as far as this seat may know. */
	waiting: number[];
	/** Seconds since something happened there that everybody could see. */
	since: number;
	/** How the match ended, in words. */
	end: Words | null;
	/** Whether the others have asked this seat to come. */
	is_called: boolean;
}

/** As many as there are: tables that are gone, and seats that the token does not open, are left out. */
export interface Standings {
	tables: Standing[];
}

export interface LobbyTable {
	table: string;
	game: GameName;
	people: Person[];
	open_seats: number;
	is_started: boolean;
	/** When, in UTC: 2026-11-15T20:00:00Z. */
	made: string;
}

export interface Lobby {
	tables: LobbyTable[];
}

/** A move in the log, as the viewer saw it. */
export interface Line {
	/** -1 is chance. */
	actor: number;
	text: string;
	chapter: Words;
	/** What happened, in words; nothing where the move is not worth any. */
	said: Words | null;
	/** What it did, as far as the viewer knows; nothing where the game does not say. */
	effects: GameEffects | null;
}

export interface Now {
	/** Moves are made against it; it goes up whenever all can see that something happened. */
	version: number;
	view: GameView;
	/** The seats that are to act, as far as the viewer may know. */
	waiting: number[];
	can_undo: boolean;
	/** How the match ended, in words. */
	end: Words | null;
}

/** One step of a replay. */
export interface Frame {
	view: GameView;
	/** What led here; nothing at the start. */
	line: Line | null;
}

export type Seen = "all" | "spectator" | number;

/** Another way to go on. */
export interface Variation {
	/** It leaves the match, or an earlier variation, after so many moves. */
	at: number;
	/** The number of the variation that it leaves, from 1; 0 is the match itself. */
	of: number;
	title: string;
	/** The secrets were dealt anew there. */
	is_anew: boolean;
	/** How many moves of the whole line lead to the first frame. */
	first: number;
	frames: Frame[];
	/** By the number of moves before them, of the whole line. */
	notes: Record<number, string>;
	end: Words | null;
}

/** GET /api/tables/{table}/replay; POST /api/replay with a record. */
export interface Replay {
	game: GameName;
	people: Person[];
	day: string;
	frames: Frame[];
	/** Whose eyes it is seen by: for others than "all" it has no secrets. */
	seen: Seen;
	/** By the number of moves before them. */
	notes: Record<number, string>;
	variations: Variation[];
	end: Words | null;
}

/** POST /api/position: a position of a finished match, by its table or its record. */
export interface AskPosition {
	table?: string;
	/** Instead of a table. */
	record?: string;
	/** The number of a variation; 0 is the match itself. */
	line?: number;
	/** After so many moves; a choice that was still open is not made yet, and what chance was about to do is done. */
	at: number;
	/** Whose secrets are in it. */
	seen: Seen;
}

/** POST /api/position/link: a position by itself. */
export interface LinkedPosition {
	game: GameName;
	options?: string;
	seats: number;
	/** As records have it; `?` is what is dealt anew whenever it is played. */
	start: string;
}

/** Where a match can begin. */
export interface Position {
	game: GameName;
	/** For `NewTable`, which takes the seats by themselves. */
	options: string;
	people: Person[];
	/** For `NewTable`; empty where nobody can go on. */
	start: string;
	/** Whether it has all secrets. */
	is_open: boolean;
	/** As spectators see it. */
	view: GameView;
	/** The position in notation. */
	text: string;
	/** As spectators see it; empty where the game has no drawing. */
	svg: string;
}

/**
 * POST /api/study: a finished match with one change to what its reader adds; the answer is all of it as a record.
 *
 * Nothing is kept: the record goes in with all that it had so far.
 */
export interface AskStudy {
	table?: string;
	/** Instead of a table. */
	record?: string;
	line?: number;
	at?: number;
	/** What is to be said after so many moves of that line; empty: nothing any more. */
	note?: string | null;
	/** The table of a finished match that was played on from there: it becomes a variation. */
	played?: string;
	/** Of the variation. */
	title?: string;
	/** The number of a variation that goes, with those that leave it. */
	drop?: number;
}

export interface Studied {
	/** See docs/notation.md. */
	record: string;
	replay: Replay;
}

export type Bet = number[];

/** POST /api/tables/{table}/guess: how the bets stand; the answer is what happened next. */
export interface AskGuess {
	/** Whose piece is guessed. */
	seat: 0 | 1;
	/** By round, by move: what is staked on each piece, in the order of `letters`. An empty round begins the next. */
	bets?: Bet[][];
}

/** A finished match of Xe Queo! from one bet to the next. */
export interface Guess {
	letters: string;
	people: Person[];
	round: number;
	/** What happened since the last bet, as everybody saw it. */
	frames: Frame[];
	/** The piece, when the last bet of the round is there. */
	truth: string | null;
	/** Then, by bet: 100 for one that is sure and right, 0 where all pieces are held for equally likely. */
	points: number[];
	/** The mean of all bets in rounds that are over. */
	total: number | null;
	/** There is no round after this. */
	is_last: boolean;
}

/** POST /api/replay: a record; it may also come as it is, as text/plain. */
export interface RecordFile {
	text: string;
}

/** GET /api/lessons: what can be learnt; the words are in the catalogue under lesson_<game>_<name>. */
export interface LessonInfo {
	game: GameName;
	name: string;
	/** Each has its words under lesson_<game>_<name>_<number>, from 1. */
	goals: number;
}

/** POST /api/lessons: the learner's moves so far. Nothing is kept: whoever takes one back leaves it out. */
export interface PlayLesson {
	game: GameName;
	name: string;
	moves?: string[];
	/** The same moves lead to the same again. */
	seed?: number;
}

export interface LessonState {
	people: Person[];
	/** From the start on, as the learner sees it; legal moves are in the last view. */
	frames: Frame[];
	/** How many goals. */
	met: number;
	is_done: boolean;
	/** The learner cannot act any more: it is done, or a move has to be taken back. */
	is_over: boolean;
}

/** POST /api/boards: a board of one's own, as the file has it; the answer is the board's code, for the option. */
export interface BoardFile {
	text: string;
}

/** Something wrong with a board. */
export interface Problem {
	/** Of the file, from 1; 0 where no line is to blame. */
	line: number;
	/** The post or field it is about; empty where it is about none. */
	spot: string;
	words: Words;
	/** Playable all the same, only not even-handed. */
	is_advice: boolean;
}

export interface BoardCode {
	name: string;
	code: string;
	side: Side;
	advice: Problem[];
}

export type Colour = "red" | "white" | "green" | "purple";

export type Sign = string;

/** A board that is being made: whatever there is of it so far. */
export interface Draft {
	name: string;
	side: Side;
	/** Rows from the top, one symbol for each post. */
	posts: Sign[];
	/** The fields they lie on. */
	gems: Record<Colour, Sign[]>;
	/** Printed in a box and entered by its owner: for nobody else. */
	is_box: boolean;
}

export interface PostKind {
	symbol: string;
	words: Words;
	/** The post's drawing, around the origin. */
	markup: string;
	/** By the end of a field's name: where its gem lies, seen from the middle of the post. */
	fields: Record<string, Point>;
}

export interface PostSpot {
	at: Point;
	/** Symbols that may stand here. */
	kinds: string[];
}

export interface GemColour {
	colour: Colour;
	letter: string;
}

/** Where everything has its image. */
export interface BoardSymmetry {
	spots: Record<string, string>;
	posts: Record<string, string>;
	/** By the end of a field's name. */
	fields: Record<string, string>;
	colours: Record<Colour, Colour>;
}

/** GET /api/workshop/kit.json: all that boards of one side are made of. Symbols as in `VeniseScene`. */
export interface WorkshopKit {
	side: Side;
	width: number;
	height: number;
	defs: string;
	/** The canal with its start posts, from below. */
	layers: Layer[];
	palette: Record<string, string>;
	/** How far the shadows of lower and of upper planks fall. */
	shades: [Point, Point];
	kinds: PostKind[];
	spots: Record<string, PostSpot>;
	colours: GemColour[];
	/** Of each colour. */
	gems: number;
	symmetries: Record<string, BoardSymmetry>;
	/** Plain posts, and no gems yet. */
	plain: Draft;
}

/** A plank that lies, for the symbol of its shape. */
export interface WayPlank {
	name: string;
	shape: Shape;
	ends: [Point, Point];
	is_upper: boolean;
	/** Laid in this step. */
	is_new: boolean;
}

/** One card of the cheapest way to all four gems, or several steps in a row. */
export interface WayStep {
	words: Words;
	/** Hourglasses, with this step. */
	paid: number;
	/** That lie after it. */
	planks: WayPlank[];
	pawn: Point;
	/** Gems so far. */
	taken: string[];
}

/** POST /api/workshop/rate: a little more of a board's rating. Who asks again and again gets all of it. */
export interface AskRating {
	code: string;
}

/** The cheapest way from the start post to one gem. */
export interface RatedGem {
	colour: Colour;
	field: string;
	/** Hourglasses; -1 where none was found. */
	cost: number;
}

/** All four gems of a colour, with nobody else on the board. */
export interface RatedCost {
	/** Whose share of the planks is at hand. */
	seats: number;
	colour: Colour;
	lower: number;
	/** Hourglasses; -1 where none is known yet. */
	upper: number;
	/** That were looked at. */
	positions: number;
	is_done: boolean;
}

/** The 95% interval of the share of games won. */
export interface RatedShare {
	/** None: whoever began. */
	colour: Colour | null;
	low: number;
	high: number;
}

export interface RatedGames {
	seats: number;
	games: number;
	/** That will be played. */
	most: number;
	/** Of an average game. */
	rounds: number;
	shares: RatedShare[];
}

export interface BoardRating {
	done: number;
	parts: number;
	/** Other ratings that have to come first; 0 while this one goes on. */
	waiting: number;
	gems: RatedGem[];
	costs: RatedCost[];
	games: RatedGames[];
}

/** POST /api/workshop/way: the cheapest way to all gems of a colour, once it is rated. */
export interface AskWay {
	code: string;
	colour: Colour;
}

export interface RatedWay {
	/** The one asked for, or one that the board's symmetries make of it. */
	colour: Colour;
	steps: WayStep[];
}

/** POST /api/workshop/make: a little more of a search for new boards. */
export interface AskBoards {
	side: Side;
	least: number;
	/** Hourglasses that all four gems should cost. */
	most: number;
	seed: number;
	/** The code of a board that they should be like. */
	like?: string;
}

export interface MadeBoard {
	code: string;
	cost: number;
}

export interface MadeBoards {
	done: number;
	parts: number;
	/** Other searches that have to come first; 0 while this one goes on. */
	waiting: number;
	/** The best so far, best first. */
	boards: MadeBoard[];
}

/** POST /api/workshop/poster: a board to print, for planks of these lengths in millimetres. */
export interface AskPoster {
	code: string;
	short: number;
	long: number;
}

/** The corner of what one sheet shows, in millimetres. */
export interface PosterSheet {
	x: number;
	y: number;
}

/** All lengths are in millimetres. */
export interface Poster {
	/** The whole board in its real size. */
	svg: string;
	width: number;
	height: number;
	/** From post to post. */
	cell: number;
	sheet_width: number;
	sheet_height: number;
	/** That stays white on every sheet. */
	margin: number;
	sheets: PosterSheet[];
}

/** POST /api/workshop/check: what `ridotto board check` says of the file. */
export interface CheckedDraft {
	/** The draft as a board file. */
	file: string;
	/** For the option `board`; empty while the board cannot be played. */
	code: string;
	problems: Problem[];
}

/** POST /api/workshop/read: a board file, as far as it can be read. */
export interface ReadDraft {
	draft: Draft;
	problems: Problem[];
}

/** POST /api/gallery: a board for everybody who uses the server. Rate it to the end first. */
export interface OfferBoard {
	draft: Draft;
	/** The key that removes it again: the browser's own secret. */
	author: string;
}

export interface GalleryBoard {
	id: string;
	name: string;
	code: string;
	side: Side;
	/** For 2, 3 and 4 players, as in `BoardInfo`. */
	hourglasses: number[];
	first: [number, number][];
	/** How long games of bots were. */
	rounds: number[];
	/** Finished matches of two or more people. */
	played: number;
	is_own: boolean;
	/** Until then only its author sees it. */
	is_approved: boolean;
}

/** GET /api/gallery. */
export interface Gallery {
	/** Whether the operator has turned it on. */
	is_open: boolean;
	boards: GalleryBoard[];
}

/** GET /api/health. */
export interface Health {
	version: string;
	games: GameName[];
}

export interface Hello {
	type: "hello";
	table: string;
	/** Empty: a spectator. */
	token?: string;
	/** As in `DoLook`: a connection that was lost comes back in the background as well. */
	is_away?: boolean;
}

export interface DoMove {
	type: "move";
	/** The browser's own number for the request; `Done` or `Failed` repeats it. */
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

/** Once more, when the match is over: makes a table whose seats open to the keys they have here. */
export interface DoRematch {
	type: "rematch";
	id: number;
}

export type Kind = "takeback" | "pause" | "time";

/** Asks the others for something. It holds until something happens that everybody can see. */
export interface DoAsk {
	type: "ask";
	id: number;
	/** To take back one's last move and all that followed; to stop the clocks; for a minute more, or a day. */
	kind: Kind;
}

/** To what another asks for; whoever asked takes it back by saying no. */
export interface DoAnswer {
	type: "answer";
	id: number;
	is_agreed: boolean;
}

/** Ends a pause. */
export interface DoGoOn {
	type: "go_on";
	id: number;
}

/** Whether somebody has the table before their eyes: in the background a page is open, and nobody is there. */
export interface DoLook {
	type: "look";
	id: number;
	is_away: boolean;
}

/** Asks one who is away to come, at a table without a clock, once all have waited long enough (`Absence`). */
export interface DoCall {
	type: "call";
	id: number;
	seat: number;
}

/** Lets a bot play for one who was asked to come and has not: until they are back. */
export interface DoStandIn {
	type: "stand_in";
	id: number;
	seat: number;
}

/** Calls the match off, before each has made a move that everybody saw. */
export interface DoAnnul {
	type: "annul";
	id: number;
}

/** Says one of the phrases of `Talk` to everybody at the table. */
export interface DoSay {
	type: "say";
	id: number;
	phrase: string;
	/** For the phrase's slot, if it has one. */
	piece?: string;
}

/** Says something in one's own words, where `Talk.has_chat`. */
export interface DoWrite {
	type: "write";
	id: number;
	/** Shown on one line and cut to 200 characters. */
	text: string;
}

/** What would a bot do? Only at tables where everybody else is a bot. */
export interface AskHint {
	type: "hint";
	id: number;
	version: number;
	/** Of a quick bot that is easy to follow instead of the best one. */
	is_for_beginner?: boolean;
}

/** Which moves do these words mean? Nothing is done, and nobody else hears of it. */
export interface AskRead {
	type: "read";
	id: number;
	version: number;
	/** A move as records write it, or words of the reader's language, as far as they are typed. */
	text: string;
	language: string;
	/** Whether others look at the same screen: then nothing is offered that tells a secret. */
	is_shared?: boolean;
}

export type FromBrowser =
	| Hello
	| DoMove
	| DoUndo
	| DoResign
	| DoRename
	| DoRematch
	| DoAsk
	| DoAnswer
	| DoGoOn
	| DoLook
	| DoCall
	| DoStandIn
	| DoAnnul
	| DoSay
	| DoWrite
	| AskHint
	| AskRead;

/** Everything: the answer to `Hello`, also after a lost connection. */
export interface Table {
	type: "table";
	table: string;
	game: GameName;
	options: string;
	seat: number | null;
	people: Person[];
	/** False while seats wait for people; then no moves are taken. */
	is_started: boolean;
	is_over: boolean;
	can_hint: boolean;
	now: Now;
	lines: Line[];
	/** What the view has of earlier rounds; to be put where the view has its place for it. */
	past: GamePast[];
	/** The position that the match began in, as spectators saw it; empty for the game's own beginning. */
	start: string;
}

/** Something happened: `lines` replaces all lines from number `lines_from` on, and `past` in the same way. */
export interface Update {
	type: "update";
	now: Now;
	lines_from: number;
	lines: Line[];
	past_from: number;
	past: GamePast[];
	is_over: boolean;
}

/** Somebody came, went, or has a new name. */
export interface People {
	type: "people";
	people: Person[];
	is_started: boolean;
}

/**
 * At tables with a clock, after `Table` and after every change that everybody can see. Of those whose time runs,
 * what has passed, and passes, is taken from what is left, then from the bank. Before the match begins: what everybody
 * will have. All in milliseconds.
 */
export interface Clocks {
	type: "clocks";
	kind: "move" | "fischer" | "days";
	late: "forfeit" | "bot";
	/** By seat, when something happened last that everybody could see. */
	left: number[];
	bank: number[];
	/** Whose time runs, as far as the viewer may know. Of bots only what they thought is charged, afterwards. */
	running: number[];
	/** Since then. */
	passed: number;
	is_paused: boolean;
}

/**
 * At tables without a clock where a bot can stand in, after `Table` and after every change that everybody can see.
 * Of a secret choice it tells nothing. All in milliseconds.
 */
export interface Absence {
	type: "absence";
	/** After the last public change, until whoever is to act and away may be asked to come. */
	wait: number;
	/** From then until a bot may stand in. */
	grace: number;
	/** Since the last public change; before the match begins nothing. */
	passed: number;
	/** By seat: since they were asked to come. */
	called: Record<number, number>;
}

/** What somebody asks the others for, and what the viewer could ask for; after `Table`, and when it changes. */
export interface Asking {
	type: "asking";
	/** Nothing where nobody asks. */
	kind: Kind | null;
	by: number;
	agreed: number[];
	can_ask: Kind[];
	can_annul: boolean;
}

export interface TalkPhrase {
	name: string;
	/** The slot is still to be filled in. */
	words: Words;
	/** The placeholder that takes the words of one of the pieces; empty where the phrase names none. */
	slot: string;
}

export interface TalkPiece {
	piece: string;
	words: Words;
}

/** What the viewer can say; after `Table`, and when it changes. It follows from what everybody sees. */
export interface Talk {
	type: "talk";
	phrases: TalkPhrase[];
	pieces: TalkPiece[];
	has_chat: boolean;
}

/** What somebody said. */
export interface Remark {
	seat: number;
	/** A phrase; nothing where it is in their own words. */
	words: Words | null;
	/** In their own words: plain text, never markup. */
	text: string;
}

/** Somebody said something. It is in no record, and a server that starts again has forgotten it. */
export interface Spoken {
	type: "spoken";
	remarks: Remark[];
	/** False: the last remarks before the viewer came, instead of all that they heard so far. */
	is_news: boolean;
}

/** Somebody wants to play once more. There is a table for it, where the same keys open the same seats. */
export interface Rematch {
	type: "rematch";
	table: string;
	by: number;
}

export interface Done {
	type: "done";
	id: number;
}

/** Nothing has changed; `words` says why. HTTP answers have it as body, too. */
export interface Failed {
	type: "failed";
	id: number | null;
	code: string;
	words: Words;
	/** Of a board: all that is wrong with it. */
	problems: Problem[];
}

export interface Hint {
	type: "hint";
	id: number;
	move: string;
	/** The move in words, as if the bot sat there. */
	said: Words;
	reasons: Words[];
}

export interface Reading {
	move: string;
	/** The move in words, as if it had been made. */
	said: Words;
	/** What to know before, such as what it costs. */
	note: Words | null;
}

export interface Readings {
	type: "readings";
	id: number;
	/** What may be meant, the likeliest first. */
	readings: Reading[];
	/** How many moves fit, also those that are not listed. */
	count: number;
	/** Whether the first is meant and no other. */
	is_clear: boolean;
	/** Where nothing fits. */
	why: Words | null;
}

export type ToBrowser =
	| Table
	| Update
	| People
	| Clocks
	| Absence
	| Asking
	| Talk
	| Spoken
	| Rematch
	| Done
	| Failed
	| Hint
	| Readings;
