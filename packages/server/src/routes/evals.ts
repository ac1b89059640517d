import { evalReply, evalsApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { findOwn } from "../authoring/find-own.ts";
import { createJobWords } from "../authoring/job-texts.ts";
import { createTelling } from "../authoring/tell-progress.ts";
import { writeNewFile } from "../authoring/write-new-file.ts";
import { refuse } from "../problem.ts";
import { describeFile, textParameter } from "./describe-file.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces } from "./find-place.ts";
import { serveTable, type Handlers } from "./serve.ts";

/** The page has its own style and nothing else; it says itself which one. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** How much skills help: measured with and without. */
export function addEvals(app: App, parts: RouteParts): void {
  const { runtime, jobs } = parts;
  const findPlace = createPlaces(parts);

  const handlers: Handlers<typeof evalsApi> = {
    listEvals: async ({ params, query }) => {
      const { evals } = await runtime.authoring();
      const { files, cases, triggers, diagnostics } = await evals.list(await findPlace(query), params.id);
      return { files, cases, triggers, diagnostics };
    },
    writeEvals: async ({ params, body }, context) => {
      const why = createJobWords(context.get("language"))("notOwn");
      const skill = await findOwn(runtime, await findPlace(body), params.id, why);
      const { name, text } = body;
      return { path: await writeNewFile({ skill, folder: "evals", name, text }) };
    },
    runEvals: async ({ params, body }, context) => {
      const { folder: _, environment: __, against, ...choices } = body;
      const [place, language] = [await findPlace(body), context.get("language")];
      const { id } = (await runtime.skills.find(place, params.id)).skill;
      const { evals } = await runtime.authoring();
      return jobs.start({
        kind: "eval",
        subject: id,
        language,
        work: async ({ signal, tell }) => {
          const wish = {
            ...dropUndefined(choices),
            ...(against === undefined ? {} : { against: String(against) }),
          };
          const onProgress = createTelling(tell, createJobWords(language)).evals;
          return evals.run(place, id, wish, { signal, onProgress });
        },
      });
    },
    lastEvals: async ({ params, query }) => {
      const { evals } = await runtime.authoring();
      const result = await evals.last(await findPlace(query), params.id);
      return { result: result ? evalReply.parse(result) : null };
    },
  };
  serveTable(app, evalsApi, handlers);
  app.get(
    "/api/skills/:id/evals/report",
    describeFile({
      summary: "The report of the last measurement, as a page that needs nothing else",
      tag: "skills",
      parameters: [textParameter("folder"), textParameter("environment")],
      types: ["text/html; charset=utf-8"],
      what: "The page",
    }),
    async (c) => {
      const { folder, environment } = c.req.query();
      const place = await findPlace({ folder, environment });
      const { id, name } = (await runtime.skills.find(place, c.req.param("id"))).skill;
      const page = await (await runtime.authoring()).evals.report(place, id);
      if (page === undefined) return refuse(c, 404, "unknownRoute");
      return c.body(page, 200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "content-disposition": `inline; filename="${name.replaceAll(/[^\w-]/g, "_")}-evals.html"`,
      });
    },
  );
}
