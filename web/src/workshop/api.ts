import { ask, post } from "../api";
import { once } from "../fetching";
import type {
	AskBoards,
	BoardRating,
	CheckedDraft,
	Colour,
	Draft,
	MadeBoards,
	Poster,
	RatedWay,
	ReadDraft,
	Side,
	WorkshopKit,
} from "../wire";

const kit = once((side: Side) => ask<WorkshopKit>(`/api/workshop/kit.json?side=${side}`));

export const workshop = {
	/** Asked once: what boards are made of changes only with the program. */
	kit,
	draft: (board: string) => ask<Draft>(`/api/workshop/draft?${new URLSearchParams({ board })}`),
	check: (draft: Draft) => ask<CheckedDraft>("/api/workshop/check", post(draft)),
	/** A little more of it each time. */
	rate: (code: string) => ask<BoardRating>("/api/workshop/rate", post({ code })),
	way: (code: string, colour: Colour) => ask<RatedWay>("/api/workshop/way", post({ code, colour })),
	make: (wish: AskBoards) => ask<MadeBoards>("/api/workshop/make", post(wish)),
	poster: (code: string, short: number, long: number) =>
		ask<Poster>("/api/workshop/poster", post({ code, short, long })),
	read: (text: string) => ask<ReadDraft>("/api/workshop/read", post({ text })),
};
