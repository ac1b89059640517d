import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `SKILLMINT_SERVER` names a running server for development: its API is reached through this one. */
const target = process.env["SKILLMINT_SERVER"] ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ["skillmint-source", "module", "browser", "development|production"] },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    // The largest are grammars of code, each loaded when a language is first shown; the first load has a limit of its own.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
  },
  server: { host: "127.0.0.1", port: 5173, proxy: { "/api": { target, changeOrigin: true } } },
});
