import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` talks to a table started with `ridotto serve --port 7480`, or wherever RIDOTTO says.
const server = process.env.RIDOTTO ?? "http://127.0.0.1:7480";

export default defineConfig({
	plugins: [svelte()],
	resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
	build: {
		outDir: "../src/ridotto/server/static",
		emptyOutDir: true,
		target: "es2022",
		// The server's content security policy knows no data: scripts, and small files cost nothing on a kept connection.
		assetsInlineLimit: 0,
	},
	server: { proxy: { "/api": { target: server, ws: true } }, fs: { allow: [".."] } },
	test: {
		environment: "happy-dom",
		environmentOptions: {
			happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
		},
		include: ["tests/**/*.test.ts"],
		setupFiles: ["tests/words.ts"],
	},
});
