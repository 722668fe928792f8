// A card game with secret hands on boardgame.io, its own store in memory: `node server.cjs PORT`.
const { Server, Origins, SocketIO } = require("boardgame.io/server");

const cards = (first, count) =>
	Array.from({ length: count }, (_, nth) => ({ suit: "CDHS"[(first + nth) % 4], rank: (first + nth) % 13, id: first + nth }));

const game = {
	name: "cards",
	setup: () => ({
		deck: cards(14, 90),
		hands: { 0: cards(0, 7), 1: cards(7, 7) },
		discards: [],
		scores: { 0: 0, 1: 0 },
		// A board as large as ours.
		board: Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`f${at}`, { owner: null, height: at % 3 }])),
	}),
	moves: {
		play: ({ G, playerID }, at, field) => {
			const hand = G.hands[playerID];
			if (!(at >= 0 && at < hand.length) || !G.board[field]) return "INVALID_MOVE";
			const [card] = hand.splice(at, 1);
			G.board[field] = { owner: playerID, height: card.rank };
			G.discards.push(card);
			hand.push(G.deck.shift());
			if (G.discards.length > 20) G.deck.push(G.discards.shift());
			G.scores[playerID] += card.rank;
		},
	},
	turn: { minMoves: 1, maxMoves: 1 },
	playerView: ({ G, playerID }) => ({
		...G,
		deck: G.deck.length,
		hands: Object.fromEntries(Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length])),
	}),
};

// While other matches grow old, nobody answers its pings.
const transport = new SocketIO({ socketOpts: { pingTimeout: 600_000 } });
const server = Server({ games: [game], origins: [Origins.LOCALHOST], transport });
server.run(Number(process.argv[2])).then(() => console.log("ready"));
