import { explain, toSkillmintError } from "@skillmint/core/protocol";
import { statusApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces } from "./find-place.ts";
import { currentChoice } from "./models.ts";
import { serveTable, type Handlers } from "./serve.ts";

/** How the server stands. A part that cannot be told is a problem in words, not the end of the others. */
export function addStatus(app: App, parts: RouteParts & { version: string }): void {
  const { runtime, version } = parts;
  const findPlace = createPlaces(parts);
  const handlers: Handlers<typeof statusApi> = {
    getStatus: async ({ query }, c) => {
      const { folder } = await findPlace(query);
      const spoken = await runtime.inLanguage(c.var.language);
      const problems: string[] = [];
      const guard = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
        try {
          return await work();
        } catch (error) {
          const text = explain(toSkillmintError(error), c.var.language);
          if (!problems.includes(text)) problems.push(text);
          return undefined;
        }
      };
      const [choice, sandbox, diagnostics, trusted] = await Promise.all([
        guard(() => currentChoice(runtime)),
        guard(() => spoken.describeSandbox()),
        guard(() => spoken.diagnose(folder)),
        guard(() => runtime.settings.trust.isTrusted(folder)),
      ]);
      const { available = false, problems: lacks = [], advice = [] } = sandbox ?? {};
      return {
        version,
        node: process.versions.node,
        platform: process.platform,
        uptime: process.uptime(),
        language: runtime.language,
        home: runtime.home.root,
        folder,
        demo: choice?.why === "demo",
        ...dropUndefined({ model: choice?.model }),
        sandbox: { available, problems: lacks, advice },
        trusted: trusted ?? false,
        diagnostics: diagnostics ?? [],
        problems,
      };
    },
  };
  serveTable(app, statusApi, handlers);
}
