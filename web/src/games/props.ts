import type { GameView, Hint, Line, Person, Words } from "../wire";

/** What a game's component gets, live and in replays. It holds no rules: a view with its legal moves in, an intention out. */
export interface GameProps<V extends GameView = GameView> {
	/** What the viewer sees now; legal moves are inside. */
	view: V;
	/** The view this one follows, for animation; null: just show it. */
	before: V | null;
	/** What happened in between; empty when a move was taken back or a replay goes backwards. */
	step: Line[];
	/** Names by seat. */
	people: Person[];
	/** Whether this screen may act now; false: watching, waiting, replaying, or a move is on its way. */
	canAct: boolean;
	/** Several people at this screen. */
	isShared: boolean;
	/** How fast effects go. */
	speed?: number;
	/** Advice that was asked for: the game draws `hint.move` on its board, until the hint is gone. What it is and why is
	 * said beside the board. */
	hint?: Hint | null;
	/** A line of the log that somebody wants to see again: the game marks on its board what it did. */
	look?: Line | null;
	/** Of a match that is over and only looked at: nothing moves by itself. */
	isReplay?: boolean;
	/** It goes no further here: nobody is told to play. */
	isOver?: boolean;
	/** An intention: canonical move text. Resolves when the view that it leads to has come, rejects when nothing was done;
	 * people are told why by then. */
	onmove: (move: string) => Promise<void>;
	/** Tells whether a question of the game's own is open: general advice would speak of something else. */
	onask?: (isAsking: boolean) => void;
	/** Hands over what is shown of a change, in the effect that a new view sets off: the next view waits for it. */
	onperform?: (effects: Promise<unknown>) => void;
}

/** What to do now, for somebody who plays for the first time. */
export interface Advice {
	/** Names the piece of advice: each is given three times. */
	id: string;
	/** One short sentence that names what to press, drag or choose. */
	now: Words;
	/** One short sentence. */
	why: Words;
	/** What has just happened, in a few words, where a small screen has no room to say it otherwise. */
	news?: Words | null;
	/** Of the page of rules: where more about it stands. */
	section?: string;
}

/** A game's `coach.ts` exports this as `coach`. */
export interface Coach<V extends GameView = GameView> {
	/** To `seat`, who is to act at this screen; null: nothing to say. On a shared screen the view may be a spectator's.
	 * The tip is what a simple bot would do, where it may be asked: its move is marked on the board. */
	advise(view: V, seat: number, tip?: Hint | null): Advice | null;
	/** Whether it goes by a tip. */
	wantsTip?: boolean;
	/** Why a hint is good, in plain words without numbers; null: as the bot says it. */
	why?(view: V, hint: Hint): Words | null;
}
