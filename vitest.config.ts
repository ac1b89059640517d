import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["skillmint-source"] },
  ssr: { resolve: { conditions: ["skillmint-source"] } },
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "e2e/**/*.test.ts"],
    // Most tests wait for processes; by default one core would stay idle.
    maxWorkers: "100%",
    // On a busy machine one of thousands loses a race; `scripts/test.ts` names each that needed it.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
