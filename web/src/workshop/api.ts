import { ask, bearer, post } from "../api";
import { once } from "../fetching";
import type {
	AskBoards,
	BoardRating,
	CheckedDraft,
	Colour,
	Draft,
	Gallery,
	GalleryBoard,
	MadeBoards,
	Poster,
	RatedWay,
	ReadDraft,
	Side,
	WorkshopKit,
} from "../wire";
import { author } from "./shelf";

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
	/** What everybody sees, and the boards of this browser. */
	gallery: () => ask<Gallery>("/api/gallery", { headers: bearer(author()) }),
	offer: (draft: Draft) => ask<GalleryBoard>("/api/gallery", post({ draft, author: author() })),
	/** The rest of the gallery is the answer. */
	withdraw: (id: string) => ask<Gallery>(`/api/gallery/${id}`, { method: "DELETE", headers: bearer(author()) }),
};
