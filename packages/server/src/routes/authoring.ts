import type { Authoring, DraftResult, EnhanceOptions } from "@skillmint/core";
import { cutText, SkillmintError, type Language } from "@skillmint/core/protocol";
import { authoringApi, type DraftWork, type MeaningSearch } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { createJobWords } from "../authoring/job-texts.ts";
import { learnFromRuns } from "../authoring/learn-from-runs.ts";
import { createTelling } from "../authoring/tell-progress.ts";
import type { JobContext } from "../jobs/create-jobs.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces, type Place } from "./find-place.ts";
import { serveTable, type Handlers } from "./serve.ts";

/** What of a file is shown. */
const maxShown = 200_000;
const maxSubject = 200;

function toWork({ draft, verdict, action, skillName, message, details, usage }: DraftResult): DraftWork {
  return {
    action,
    message,
    usage,
    ...dropUndefined({ skillName, details }),
    ...(draft ? { draftId: draft.id } : {}),
    ...(verdict ? { verdict: { accepted: verdict.accepted, message: verdict.message } } : {}),
  };
}

function readVersion(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new SkillmintError("version-not-found", { params: { name, version: text.slice(0, 40) } });
}

/** Skills with the help of a model, their drafts and their versions. */
export function addAuthoring(app: App, parts: RouteParts): void {
  const { runtime, jobs } = parts;
  learnFromRuns(parts);
  const findPlace = createPlaces(parts);

  /** Long work with the sub-agent; what it is about is checked before it begins. */
  async function start(
    kind: string,
    subject: string,
    language: Language,
    work: (authoring: Authoring, context: JobContext) => Promise<unknown>,
  ): Promise<{ jobId: string }> {
    const authoring = await runtime.authoring();
    return jobs.start({
      kind,
      subject: cutText(subject, maxSubject),
      language,
      work: (context) => work(authoring, context),
    });
  }

  const options = ({ signal, tell }: JobContext, language: Language, model: string | undefined) => ({
    signal,
    onProgress: createTelling(tell, createJobWords(language)).work,
    ...dropUndefined({ model }),
  });

  const findSkill = async (place: Place, name: string): Promise<{ id: string; folder: string }> =>
    (await runtime.skills.find(place, name)).skill;

  /** Measures each draft against what is there; the writer learns of the training part only. */
  function acceptBetter(
    place: Place,
    wish: { runs?: number; maxCost?: number; model?: string },
    { evals }: Authoring,
    { signal, tell }: JobContext,
    language: Language,
  ): NonNullable<EnhanceOptions["accept"]> {
    const onProgress = createTelling(tell, createJobWords(language)).evals;
    return ({ id }) => evals.acceptDraft(place, id, wish, { signal, onProgress });
  }

  const handlers: Handlers<typeof authoringApi> = {
    createWithHelp: async ({ body }, context) => {
      const { description, project, model } = body;
      const [place, language] = [await findPlace(body), context.get("language")];
      return start("create", description, language, async ({ agent }, job) =>
        toWork(
          await agent.create(place, description, {
            ...options(job, language, model),
            ...dropUndefined({ project }),
          }),
        ),
      );
    },
    enhance: async ({ body }, context) => {
      const { conversation, focus, project, model, untilBetter } = body;
      const [place, language] = [await findPlace(body), context.get("language")];
      const words = createJobWords(language);
      const skill = body.skill === undefined ? undefined : (await findSkill(place, body.skill)).id;
      if (untilBetter && skill === undefined)
        throw new SkillmintError("usage", { params: { message: words("needsSkill") } });
      const source =
        "text" in conversation
          ? { text: conversation.text, name: conversation.name ?? words("pasted") }
          : { sessionId: await runtime.sessions.find(conversation.sessionId) };
      const subject = skill ?? ("sessionId" in source ? source.sessionId : source.name);
      return start("enhance", subject, language, async (authoring, job) => {
        const { rounds, ...measured } = untilBetter ?? {};
        const by = dropUndefined({ ...measured, model });
        // Before the writer is paid for.
        if (untilBetter && skill !== undefined) await authoring.evals.assertEvals(place, skill, by);
        const better =
          untilBetter && skill !== undefined
            ? { accept: acceptBetter(place, by, authoring, job, language), ...dropUndefined({ rounds }) }
            : {};
        const wish = { conversation: source, ...dropUndefined({ skill, focus, project }), ...better };
        return toWork(await authoring.agent.enhance(place, { ...wish, ...options(job, language, model) }));
      });
    },
    evaluate: async ({ body }, context) => {
      const [place, language] = [await findPlace(body), context.get("language")];
      const { id } = await findSkill(place, body.skill);
      return start("evaluate", id, language, async ({ agent }, job) => {
        const {
          action: _,
          sessionId: __,
          ...result
        } = await agent.evaluate(place, id, options(job, language, body.model));
        return result;
      });
    },
    searchByMeaning: async ({ body }, context) => {
      const { query, limit, model } = body;
      const [place, language] = [await findPlace(body), context.get("language")];
      return start("search", query, language, async ({ agent }, job): Promise<MeaningSearch> => {
        const { skills, usage } = await agent.search(place, query, {
          rerank: true,
          ...options(job, language, model),
          ...dropUndefined({ limit }),
        });
        const found = skills.map(({ id, name, description }) => ({ id, name, description }));
        return { query, skills: found, ...dropUndefined({ usage }) };
      });
    },
    listDrafts: async () => (await runtime.authoring()).drafts.list(),
    getDraft: async ({ params, query }) => {
      const { drafts } = await runtime.authoring();
      return drafts.show(await findPlace(query), params.id);
    },
    readDraftFile: async ({ params, query }) => {
      const { drafts } = await runtime.authoring();
      const whole = await drafts.readFile(params.id, query.path);
      const text = cutText(whole, maxShown);
      return { path: query.path, text, truncated: text.length < whole.length };
    },
    refineDraft: async ({ params, body }, context) => {
      const [place, language] = [await findPlace(body), context.get("language")];
      const { drafts } = await runtime.authoring();
      const { id } = await drafts.show(place, params.id);
      return start("refine", id, language, async ({ agent }, job) =>
        toWork(await agent.refine(place, id, body.text, options(job, language, body.model))),
      );
    },
    applyDraft: async ({ params, body }) => {
      const place = await findPlace(body);
      const { drafts } = await runtime.authoring();
      const { target } = await drafts.show(place, params.id);
      const applied = await drafts.apply(place, params.id, { digest: body.digest });
      const { skills } = await runtime.skills.list(place);
      const row = skills.find(({ folder }) => folder === applied.folder);
      return { ...applied, skillId: row?.id ?? `${target.layer}:${applied.name}` };
    },
    discardDraft: async ({ params }) => {
      await (await runtime.authoring()).drafts.discard(params.id);
      return { done: true };
    },
    skillHistory: async ({ params, query }) =>
      (await runtime.authoring()).versions.history(await findPlace(query), params.id),
    versionDiff: async ({ params, query }) => {
      const number = readVersion(params.id, params.version);
      return (await runtime.authoring()).versions.diff(await findPlace(query), params.id, number);
    },
    previewRollback: async ({ params, query }) =>
      (await runtime.authoring()).versions.preview(await findPlace(query), params.id, query.version),
    rollBack: async ({ params, body }) =>
      (await runtime.authoring()).versions.rollback(await findPlace(body), params.id, body.version),
  };
  serveTable(app, authoringApi, handlers);
}
