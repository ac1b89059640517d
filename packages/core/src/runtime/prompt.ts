import { realpath } from "node:fs/promises";
import type { Environments } from "../environment/environments.ts";
import { noEnvironment } from "../environment/home.ts";
import type { Model } from "../model/model.ts";
import { parseRules } from "../permission/rules.ts";
import {
  createId,
  createTranslate,
  cutText,
  SkillmintError,
  spill,
  type EventDraft,
  type InputPart,
  type Language,
  type PromptId,
  type SessionEvent,
  type SessionId,
  type SessionSettings,
  type SessionView,
} from "../protocol/index.ts";
import { mayInvoke } from "../skill/catalog/build-catalog.ts";
import { findSkill } from "../skill/catalog/find-skill.ts";
import { wordReason } from "../skill/render/word-reason.ts";
import type { Store } from "../session/store.ts";
import { openView } from "../session/open-view.ts";
import { imageTypeOf } from "./image-type.ts";
import type { Why } from "./choose-model.ts";
import { findMadeSession, sessionOfPrompt } from "./find-made-session.ts";
import type { ReadFolderConfig } from "./folder-config.ts";
import type { ModelSource } from "./model-source.ts";
import type { SkillLibrary } from "./skills/skill-library.ts";

export interface Attachment {
  name: string;
  data: Uint8Array;
}

export interface PromptOptions {
  text: string;
  attachments?: readonly Attachment[];
  /** The session it goes to. Without one a new session is made in `folder`. */
  sessionId?: SessionId;
  folder?: string;
  /** For a new session its settings, for an old one what changes from here on. */
  settings?: Partial<SessionSettings>;
  /** Made by the client: the same id again is the same prompt, also where it makes a session. */
  promptId?: PromptId;
  onEvent?: (event: SessionEvent) => void;
}

export interface Admitted {
  sessionId: SessionId;
  settings: SessionSettings;
  why: Why;
  /** It had been admitted before; nothing was stored this time. */
  repeated?: true;
}

export interface PromptDeps {
  store: Store;
  modelSource: ModelSource;
  models: Readonly<Record<string, Model>>;
  language: Language;
  config: ReadFolderConfig;
  environments: Pick<Environments, "current">;
  skills: SkillLibrary;
}

/** Texts up to here fit into an event whatever characters they are made of. */
const maxInlineChars = 16_000;

/** The title of a session is the first line of its first prompt. */
function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= 80 ? line : `${cutText(line, 79)}…`;
}

async function toContent(store: Store, id: SessionId, options: PromptOptions): Promise<InputPart[]> {
  const parts: InputPart[] = options.text === "" ? [] : [{ type: "text", text: options.text }];
  for (const { name, data } of options.attachments ?? []) {
    const mediaType = imageTypeOf(data);
    if (mediaType) parts.push({ type: "image", blob: await store.putBlob(id, data), mediaType });
    else
      parts.push({
        type: "text",
        text: `<file name=${JSON.stringify(name)}>\n${new TextDecoder().decode(data)}\n</file>`,
      });
  }
  return parts;
}

interface Wanted {
  environment?: string;
  ofSkill?: string;
  ofEnvironment?: string;
}

async function choose(deps: PromptDeps, wish: Partial<SessionSettings>, wanted: Wanted = {}) {
  const own = (name: string | undefined): name is string =>
    name !== undefined && Object.hasOwn(deps.models, name);
  if (own(wish.model)) return { model: wish.model, why: "flag" as const };
  if (wish.model === undefined && own(wanted.ofEnvironment) && wanted.ofSkill === undefined)
    return { model: wanted.ofEnvironment, why: "environment" as const };
  const choice = await deps.modelSource.choose({
    ...(wish.model === undefined ? wanted : { model: wish.model, environment: wanted.environment }),
    ...(wish.baseUrl === undefined ? {} : { baseUrl: wish.baseUrl }),
  });
  // A missing key is told before anything is stored.
  if (wish.replay === undefined)
    await deps.modelSource.create({ ...choice, environment: wanted.environment });
  return choice;
}

/** The first of the skills a prompt asks for; one that is not there, or that nobody may run, is told at once. */
async function findOwn(deps: PromptDeps, wish: Partial<SessionSettings>, folder: string) {
  const names = wish.skills ?? [];
  if (names.length === 0) return undefined;
  const t = createTranslate(deps.language);
  const { skills, catalog } = await deps.skills.read({ folder, environment: wish.environment });
  const entries = names.map((name) => {
    const { skill, candidates } = findSkill(skills, name, t);
    const entry = skill && catalog.entries.find((candidate) => candidate.skill.id === skill.id);
    if (entry && mayInvoke(entry, "person")) return entry;
    if (entry) throw new SkillmintError("skill-refused", { params: { name }, detail: wordReason(entry, t) });
    const nearest = candidates.map((candidate) => candidate.name).join(", ") || "–";
    throw new SkillmintError("skill-not-found", { params: { name, nearest } });
  });
  return entries[0]?.skill;
}

/** What a prompt records of the environment: what the person chose for the session, else the one in use. */
async function environmentOf(deps: PromptDeps, wish: Partial<SessionSettings>) {
  const flag = wish.environment;
  const { environment } = await deps.environments.current(flag === undefined ? {} : { flag });
  return {
    loaded: environment,
    settings: {
      environment: environment?.name ?? noEnvironment,
      ...(flag === undefined ? {} : { environmentPinned: true }),
    },
  };
}

async function newSettings(deps: PromptDeps, wish: Partial<SessionSettings>, folder: string) {
  const environment = await environmentOf(deps, wish);
  const own = await findOwn(deps, { ...wish, ...environment.settings }, folder);
  const ofSkill = own?.fields.model === "inherit" ? undefined : own?.fields.model;
  const ofEnvironment = environment.loaded?.model;
  const choice = await choose(deps, wish, {
    environment: environment.settings.environment,
    ...(ofSkill === undefined ? {} : { ofSkill }),
    ...(ofEnvironment === undefined ? {} : { ofEnvironment }),
  });
  const { config } = await deps.config(folder, environment.settings.environment);
  // The demo's script is known: it edits one file of its own, so that a first run shows an edit without a question.
  const fallback = choice.why === "demo" ? ("acceptEdits" as const) : ("default" as const);
  const settings: SessionSettings = {
    language: deps.language,
    ...wish,
    ...environment.settings,
    model: choice.model,
    ...(wish.model === undefined ? {} : { modelPinned: true }),
    mode: wish.mode ?? config.mode ?? fallback,
  };
  return { settings, why: choice.why };
}

/** What a further prompt changes: what was asked for, and what a switched environment brings with it. */
async function changeSettings(
  deps: PromptDeps,
  { settings, folder }: SessionView,
  wish: Partial<SessionSettings>,
): Promise<Partial<SessionSettings>> {
  const pinned = settings.environmentPinned === true ? settings.environment : undefined;
  const flag = wish.environment ?? pinned;
  const environment = await environmentOf(deps, flag === undefined ? {} : { environment: flag });
  const isSwitched = environment.settings.environment !== (settings.environment ?? noEnvironment);
  await findOwn(deps, { ...wish, ...environment.settings }, folder);
  const change = isSwitched || wish.environment !== undefined ? { ...wish, ...environment.settings } : wish;
  const wanted: Wanted = { environment: environment.settings.environment };
  if (wish.model !== undefined)
    return { ...change, model: (await choose(deps, wish, wanted)).model, modelPinned: true };
  if (!isSwitched || settings.modelPinned === true) return change;
  const ofEnvironment = environment.loaded?.model;
  if (ofEnvironment !== undefined) wanted.ofEnvironment = ofEnvironment;
  const choice = await choose(deps, wish, wanted);
  return { ...change, model: choice.model };
}

interface Admission {
  view: SessionView;
  promptId: PromptId;
  change: Partial<SessionSettings>;
}

/** Appends a prompt to a session that is there; one that has it already stays as it is. */
async function appendPrompt(
  { store }: PromptDeps,
  options: PromptOptions,
  { view, promptId, change }: Admission,
): Promise<Admitted> {
  const { sessionId: id, seq } = view;
  const draft: EventDraft<"prompt.admitted"> = {
    type: "prompt.admitted",
    promptId,
    content: await toContent(store, id, options),
    ...(Object.keys(change).length > 0 ? { settings: change } : {}),
  };
  const putText = (text: string) => store.putBlob(id, new TextEncoder().encode(text));
  const events = await store.append(id, [await spill(draft, putText)], { durable: true });
  const settings = { ...view.settings, ...change };
  if (events.some((event) => event.seq <= seq))
    return { sessionId: id, settings: view.settings, why: "session", repeated: true };
  events.forEach((event) => options.onEvent?.(event));
  return { sessionId: id, settings, why: "session" };
}

async function createWithPrompt(
  deps: PromptDeps,
  options: PromptOptions,
  { id, promptId }: { id: SessionId; promptId: PromptId },
): Promise<Admitted> {
  const { store } = deps;
  const folder = await realpath(options.folder ?? process.cwd());
  const { settings, why } = await newSettings(deps, options.settings ?? {}, folder);
  const created = { type: "session.created" as const, folder, title: titleOf(options.text), settings };
  const isPlain = (options.attachments ?? []).length === 0 && options.text.length < maxInlineChars;
  const content: InputPart[] = [{ type: "text", text: options.text }];
  const prompt: EventDraft[] = isPlain ? [{ type: "prompt.admitted", promptId, content }] : [];
  const events = await store.create(id, [created, ...prompt]);
  events.forEach((event) => options.onEvent?.(event));
  // Blobs belong to a session, so there must be one before them.
  if (!isPlain) await appendPrompt(deps, options, { view: await openView(store, id), promptId, change: {} });
  return { sessionId: id, settings, why };
}

/**
 * Stores a prompt durably; what is wrong with it is told before anything is stored. An id that came before, because its
 * answer got lost, stores nothing.
 */
export async function admitPrompt(deps: PromptDeps, options: PromptOptions): Promise<Admitted> {
  const { store } = deps;
  const wish = options.settings ?? {};
  parseRules(wish.rules, { language: deps.language });
  const promptId = options.promptId ?? createId("prm");
  if (options.sessionId !== undefined) {
    const view = await openView(store, options.sessionId);
    const change = await changeSettings(deps, view, wish);
    return appendPrompt(deps, options, { view, promptId, change });
  }
  if (options.promptId === undefined)
    return createWithPrompt(deps, options, { id: createId("ses"), promptId });
  const again = async (): Promise<Admitted | undefined> => {
    const view = await findMadeSession(store, promptId);
    return view && appendPrompt(deps, options, { view, promptId, change: {} });
  };
  const before = await again();
  if (before) return before;
  try {
    return await createWithPrompt(deps, options, { id: sessionOfPrompt(promptId), promptId });
  } catch (error) {
    // The same prompt, sent twice at once.
    if (!SkillmintError.is(error) || error.code !== "sequence-conflict") throw error;
    const made = await again();
    if (!made) throw error;
    return made;
  }
}
