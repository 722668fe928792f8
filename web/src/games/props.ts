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
	/** Whether this screen may act now; false: watching, waiting, replaying. */
	canAct: boolean;
	/** Several people at this screen. */
	isShared: boolean;
	/** An intention: canonical move text. */
	onmove: (move: string) => void;
}
