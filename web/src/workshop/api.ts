import { ask, bearer, post } from "../api";
import { once } from "../fetching";
import type {
	AskBoards,
	AskPoster,
	AskRating,
	AskWay,
	BoardFile,
	BoardRating,
	CheckedDraft,
	Colour,
	Draft,
	Gallery,
	GalleryBoard,
	MadeBoards,
	OfferBoard,
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
	rate: (code: string) => ask<BoardRating>("/api/workshop/rate", post<AskRating>({ code })),
	way: (code: string, colour: Colour) => ask<RatedWay>("/api/workshop/way", post<AskWay>({ code, colour })),
	make: (wish: AskBoards) => ask<MadeBoards>("/api/workshop/make", post(wish)),
	poster: (code: string, short: number, long: number) =>
		ask<Poster>("/api/workshop/poster", post<AskPoster>({ code, short, long })),
	read: (text: string) => ask<ReadDraft>("/api/workshop/read", post<BoardFile>({ text })),
	/** What everybody sees, and the boards of this browser. */
	gallery: () => ask<Gallery>("/api/gallery", { headers: bearer(author()) }),
	offer: (draft: Draft) => ask<GalleryBoard>("/api/gallery", post<OfferBoard>({ draft, author: author() })),
	/** The rest of the gallery is the answer. */
	withdraw: (id: string) => ask<Gallery>(`/api/gallery/${id}`, { method: "DELETE", headers: bearer(author()) }),
};
