import type { IsolatedRecord, IsolatedRequest, RunIsolated } from "../../authoring/eval/eval-run.ts";
import { recordRun } from "../../authoring/eval/record-run.ts";
import type { Model } from "../../model/model.ts";
import type { DurableEvent, SessionEvent } from "../../protocol/index.ts";
import {
  openIsolated,
  unattendedSettings,
  type IsolatedOptions,
  type IsolatedPlace,
  type SandboxUse,
} from "./isolated-place.ts";

export interface IsolatedRunnerOptions extends Omit<IsolatedOptions, "models" | "skill" | "files"> {
  model: Model;
  sandbox: SandboxUse;
}

const triggerReplies = 3;

function settingsOf(
  { kind, limits = {}, skill }: IsolatedRequest,
  options: IsolatedRunnerOptions,
  skillId: string | undefined,
) {
  const { iterations, timeMs } = limits;
  const isTask = kind === "task";
  const replies = isTask ? iterations : Math.min(iterations ?? triggerReplies, triggerReplies);
  return {
    ...unattendedSettings(options.sandbox),
    ...(isTask ? {} : { rules: {} }),
    model: options.model.id,
    limits: {
      ...(replies === undefined ? {} : { iterations: replies }),
      ...(timeMs === undefined ? {} : { timeMs }),
    },
    language: options.language,
    ...(skillId !== undefined && skill?.use === "own" ? { skills: [skillId] } : {}),
  };
}

async function runIn(
  { runtime, folder, skillId, changed }: IsolatedPlace,
  request: IsolatedRequest,
  options: IsolatedRunnerOptions,
): Promise<Omit<IsolatedRecord, "dispose">> {
  const enough = new AbortController();
  const events: DurableEvent[] = [];
  let triggered = false;
  const onEvent = (event: SessionEvent): void => {
    if (!("seq" in event)) return;
    events.push(event);
    if (event.type === "message.completed" || event.type === "sample.completed")
      request.onUsage?.(event.usage);
    const isLoaded =
      event.type === "tool.settled" &&
      event.name === "Skill" &&
      event.status === "ok" &&
      event.details?.["skillId"] === skillId;
    if (!isLoaded || skillId === undefined) return;
    triggered = true;
    if (request.kind === "trigger") enough.abort();
  };
  const startedAt = performance.now();
  const settings = settingsOf(request, options, skillId);
  const { sessionId } = await runtime.prompt({ text: request.prompt, folder, settings, onEvent });
  const signal = AbortSignal.any([request.signal, enough.signal]);
  const result = await runtime.run(sessionId, { signal, onEvent });
  const ms = Math.round(performance.now() - startedAt);
  return { ...recordRun(result, events), ms, triggered, folder, changed: await changed() };
}

/** A prompt in a folder and a home that were made for it: no run sees another one, nor what the person keeps. */
export function createIsolatedRunner(options: IsolatedRunnerOptions): RunIsolated {
  return async (request) => {
    const { model } = options;
    const place = await openIsolated({
      ...options,
      models: { [model.id]: model },
      ...(request.skill ? { skill: request.skill.folder } : {}),
      files: request.files,
    });
    try {
      return { ...(await runIn(place, request, options)), dispose: place.dispose };
    } catch (error) {
      await place.dispose();
      throw error;
    } finally {
      await place.close();
    }
  };
}
