import type { GameView, Line, Person } from "../wire";

/** What a game's component gets, live and in replays. It holds no rules: a view with its legal moves in, an intention out. */
export interface GameProps<V extends GameView = GameView> {
	/** What these eyes see now; legal moves are inside. */
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
	/** An intention: canonical move text. Resolves when the view that it leads to has come, rejects when nothing was done;
	 * people are told why by then. */
	onmove: (move: string) => Promise<void>;
	/** Hands over what is shown of a change, in the effect that a new view sets off: the next view waits for it. */
	onperform?: (effects: Promise<unknown>) => void;
}
