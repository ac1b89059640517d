import { skillTestsApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { findOwn } from "../authoring/find-own.ts";
import { createJobWords } from "../authoring/job-texts.ts";
import { createTelling } from "../authoring/tell-progress.ts";
import { writeNewFile } from "../authoring/write-new-file.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces } from "./find-place.ts";
import { serveTable, type Handlers } from "./serve.ts";

/** The tests that skills bring. */
export function addSkillTests(app: App, parts: RouteParts): void {
  const { runtime, jobs } = parts;
  const findPlace = createPlaces(parts);
  const handlers: Handlers<typeof skillTestsApi> = {
    listTests: async ({ params, query }) => {
      const place = await findPlace(query);
      const { tests, diagnostics } = await (await runtime.authoring()).tests.list(place, params.id);
      return { tests, diagnostics };
    },
    writeTests: async ({ params, body }, context) => {
      const why = createJobWords(context.get("language"))("notOwn");
      const skill = await findOwn(runtime, await findPlace(body), params.id, why);
      const { name, text } = body;
      return { path: await writeNewFile({ skill, folder: "tests", name, text }) };
    },
    runTests: async ({ params, body }, context) => {
      const { folder: _, environment: __, ...options } = body;
      const [place, language] = [await findPlace(body), context.get("language")];
      const { id } = (await runtime.skills.find(place, params.id)).skill;
      const { tests } = await runtime.authoring();
      return jobs.start({
        kind: "test",
        subject: id,
        language,
        work: ({ signal, tell }) => {
          const onProgress = createTelling(tell, createJobWords(language)).tests;
          return tests.run(place, [id], dropUndefined(options), { signal, onProgress });
        },
      });
    },
  };
  serveTable(app, skillTestsApi, handlers);
}
