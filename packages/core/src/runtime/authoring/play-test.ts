import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { recordRun } from "../../authoring/eval/record-run.ts";
import type { Played, PlayRequest, PlayTest } from "../../authoring/test/run-tests.ts";
import type { Model } from "../../model/model.ts";
import { SkillmintError, type AskView, type DurableEvent, type SessionEvent } from "../../protocol/index.ts";
import type { Cassettes } from "./cassettes.ts";
import {
  openIsolated,
  unattendedSettings,
  type IsolatedOptions,
  type IsolatedPlace,
  type SandboxUse,
} from "./isolated-place.ts";

export interface PlayTestOptions extends Omit<IsolatedOptions, "models" | "skill" | "files" | "others"> {
  /** Asked for only where a test runs live or is recorded. */
  model(): Promise<Model>;
  cassettes: Pick<Cassettes, "read">;
  sandbox: SandboxUse;
}

/** Stands for the model of a recording, which is never asked. */
function silentModel(id: string): Model {
  return {
    id,
    limits: { context: 128_000, output: 8_192, images: true },
    async *stream() {
      yield { type: "failed", error: new SkillmintError("internal"), content: [] };
    },
  };
}

const isDurable = (event: SessionEvent): event is DurableEvent => "seq" in event;

/** What the test says a person would; then nobody answers any more. */
function createAnswers(answers: readonly string[] = []) {
  const left = [...answers];
  return async (ask: AskView): Promise<string | undefined> =>
    ask.type === "question.asked" ? left.shift() : undefined;
}

function settingsOf({ test }: PlayRequest, place: IsolatedPlace, model: Model, options: PlayTestOptions) {
  const isOwn = (test.test.use ?? "own") === "own" && place.skillId !== undefined;
  return {
    ...unattendedSettings(options.sandbox),
    model: model.id,
    language: options.language,
    ...(isOwn && place.skillId !== undefined ? { skills: [place.skillId] } : {}),
  };
}

type Run = Pick<Played, "divergence" | "notes"> & {
  events: SessionEvent[];
  outcome: Parameters<typeof recordRun>[0];
};

async function replay(request: PlayRequest, place: IsolatedPlace): Promise<Run> {
  const { cassettes } = await place.runtime.authoring();
  const { test } = request.test;
  const { events, outcome, divergence, notes } = await cassettes.replay({
    cassette: request.cassette ?? "",
    folder: place.folder,
    prompt: test.prompt,
    signal: request.signal,
    ...(test.match ? { match: test.match } : {}),
  });
  return { events, outcome, notes, ...(divergence ? { divergence } : {}) };
}

/** The new recording takes the place of the old one only when it is whole. */
async function record(
  request: PlayRequest,
  place: IsolatedPlace,
  model: Model,
  options: PlayTestOptions,
): Promise<Run> {
  const { cassettes } = await place.runtime.authoring();
  const temporary = await mkdtemp(join(tmpdir(), "skillmint-record-"));
  try {
    const file = join(temporary, "cassette.jsonl");
    const { events, outcome } = await cassettes.record({
      file,
      prompt: request.test.test.prompt,
      folder: place.folder,
      settings: settingsOf(request, place, model, options),
      answer: createAnswers(request.test.test.answers),
      signal: request.signal,
    });
    if (outcome.reason !== "error" && outcome.reason !== "cancelled" && request.cassette !== undefined) {
      await mkdir(dirname(request.cassette), { recursive: true });
      await copyFile(file, request.cassette);
    }
    return { events, outcome, notes: [] };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function runLive(
  request: PlayRequest,
  place: IsolatedPlace,
  model: Model,
  options: PlayTestOptions,
): Promise<Run> {
  const { runtime, folder } = place;
  const events: SessionEvent[] = [];
  const onEvent = (event: SessionEvent): void => void events.push(event);
  const settings = settingsOf(request, place, model, options);
  const answer = createAnswers(request.test.test.answers);
  const { sessionId } = await runtime.prompt({ text: request.test.test.prompt, folder, settings, onEvent });
  for (;;) {
    const outcome = await runtime.run(sessionId, { signal: request.signal, onEvent });
    const [ask] = outcome.reason === "waiting" ? outcome.asks : [];
    const said = ask && (await answer(ask));
    if (!ask || said === undefined) return { events, outcome, notes: [] };
    await runtime.answer(sessionId, said, { askId: ask.askId });
  }
}

/** Runs a test in a folder and a home of its own, with the skill and no other. */
export function createPlayTest(options: PlayTestOptions): PlayTest {
  return async (request) => {
    const startedAt = performance.now();
    const model =
      request.how === "replay"
        ? silentModel((await options.cassettes.read(request.cassette ?? "")).model)
        : await options.model();
    const place = await openIsolated({
      ...options,
      models: { [model.id]: model },
      skill: request.skill.folder,
      others: [],
      files: request.files,
    });
    try {
      const { events, outcome, divergence, notes } =
        request.how === "replay"
          ? await replay(request, place)
          : request.how === "record"
            ? await record(request, place, model, options)
            : await runLive(request, place, model, options);
      return {
        record: {
          ...recordRun(outcome, events.filter(isDurable)),
          ms: Math.round(performance.now() - startedAt),
          folder: place.folder,
          changed: await place.changed(),
          dispose: place.dispose,
        },
        notes,
        ...(divergence ? { divergence } : {}),
      };
    } catch (error) {
      await place.dispose();
      throw error;
    } finally {
      await place.close();
    }
  };
}
