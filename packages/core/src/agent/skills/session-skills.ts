import {
  createId,
  SkillmintError,
  textOf,
  unspill,
  type Entry,
  type EventDraft,
  type PromptId,
} from "../../protocol/index.ts";
import { mayInvoke, type CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import { findSkill } from "../../skill/catalog/find-skill.ts";
import { readSkill } from "../../skill/read-skill.ts";
import { rankSkills } from "../../skill/rank/rank-skills.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import { wordReason } from "../../skill/render/word-reason.ts";
import { sealActivation } from "../../tool/sealing.ts";
import { ActivationRefused, prepareActivation } from "./activate-skill.ts";
import { markSkills, planList, readMarks, wordChanges, type Form } from "./list-skills.ts";
import { readCommands } from "./prompt-commands.ts";
import type { SkillState } from "./skill-source.ts";
import type { SkillToolEnv } from "./skill-tool.ts";

export interface SessionSkillsEnv extends Omit<SkillToolEnv, "state"> {
  signal: AbortSignal;
  /** How much the session's model can read, in tokens. */
  contextTokens(): Promise<number>;
  /** Whether a tool is offered to the model now. */
  offers(tool: string): boolean;
  /** The text that something else than a skill gives for `/name words`; `undefined` where it is nobody's. */
  prompt?(name: string, words: string): Promise<string | undefined>;
}

export interface SessionSkills {
  /** The skills as they were when this run last looked; it looks again after a prompt or where new files were touched. */
  state(): Promise<SkillState>;
  /** Before each request: activates what a person asked for, and keeps the list of skills true. */
  prepare(): Promise<void>;
}

type PromptEntry = Extract<Entry, { kind: "prompt" }>;

const maxDirect = 20;

/** The skills of one session while a run works on it. */
export function createSessionSkills(env: SessionSkillsEnv): SessionSkills {
  const { log, source } = env;
  const { view } = log;
  const { t } = env.execute();
  let known: { key: string; state: Promise<SkillState> } | undefined;
  let prepared = "";

  const promptsOf = (): PromptEntry[] =>
    view.entries.flatMap((entry) => (entry.kind === "prompt" ? [entry] : []));

  /** Whatever could have brought other skills. */
  function keyOf(): string {
    const files = Object.keys(view.memory).filter((key) => key.startsWith("file:")).length;
    return `${promptsOf().at(-1)?.seq ?? 0} ${files} ${view.contextFrom} ${view.settings.environment ?? ""}`;
  }

  function state(): Promise<SkillState> {
    const key = keyOf();
    if (known?.key !== key) known = { key, state: source.read(view) };
    return known.state;
  }

  const entryOf = (current: SkillState, text: string): { entry?: CatalogEntry; names: string[] } => {
    const { skill, candidates } = findSkill(current.skills, text, t);
    const entry = skill && current.catalog.entries.find((candidate) => candidate.skill.id === skill.id);
    return { ...(entry ? { entry } : {}), names: candidates.map(({ name }) => name) };
  };

  async function activate(
    current: SkillState,
    entry: CatalogEntry,
    wish: { arguments: string; why: string; own?: boolean; promptId?: PromptId },
  ): Promise<EventDraft> {
    if (!mayInvoke(entry, "person")) throw new ActivationRefused(wordReason(entry, t));
    const event = await prepareActivation(
      { ...env, view, execute: env.execute(), mayRunCommands: current.mayRunCommands },
      { skill: entry.skill, by: "person", ...wish },
    );
    await source.used(entry.skill.id);
    const { sealing } = env.execute();
    return sealing ? sealActivation(event, sealing, log.putBlob) : event;
  }

  /** The skills that the settings name: the first of a new session is its own, the others are activated. */
  async function activateSettings(current: SkillState): Promise<void> {
    for (const [index, name] of (view.settings.skills ?? []).entries()) {
      const { entry, names } = entryOf(current, name);
      if (!entry) {
        const nearest = names.length > 0 ? names.join(", ") : "–";
        throw new SkillmintError("skill-not-found", { params: { name, nearest } });
      }
      if (view.skills[entry.skill.id]) continue;
      const isNew = !view.entries.some(({ kind }) => kind === "message");
      const isAgent = view.settings.agent?.prompt !== undefined;
      const own = index === 0 && isNew && !isAgent && !Object.values(view.skills).some((skill) => skill.own);
      try {
        await log.append([
          await activate(current, entry, { arguments: "", why: "--skill", ...(own ? { own } : {}) }),
        ]);
      } catch (error) {
        if (!(error instanceof ActivationRefused)) throw error;
        throw new SkillmintError("skill-refused", { params: { name }, detail: error.message, cause: error });
      }
    }
  }

  /** What stands for one `/name` of a prompt; nothing where it names no skill. */
  async function follow(
    current: SkillState,
    name: string,
    promptId: PromptId,
    words: string,
  ): Promise<EventDraft | undefined> {
    const note = (text: string): EventDraft => ({
      type: "note.added",
      noteId: createId("note"),
      kind: "skill",
      text,
    });
    const given = await env.prompt?.(name, words);
    if (given !== undefined) return note(given);
    const { entry, names } = entryOf(current, name);
    if (!entry) {
      if (names.length === 0) return undefined;
      const nearest = t("skillTool.nearest", { names: names.map((other) => `/${other}`).join(", ") });
      return note(t("skillTool.personMissing", { name: toPromptLine(name), nearest }));
    }
    const { skill } = entry;
    if (skill.fields.context === "fork" && !env.isChild && mayInvoke(entry, "person"))
      return note(t("skillTool.personFork", { name: skill.name, id: skill.id, arguments: words }));
    try {
      return await activate(current, entry, { arguments: words, promptId, why: `/${name}` });
    } catch (error) {
      if (!(error instanceof ActivationRefused)) throw error;
      return note(t("skillTool.personFailed", { name: skill.name, reason: error.message }));
    }
  }

  /** The prompts that no reply has read yet. */
  async function activateCommands(current: SkillState): Promise<void> {
    for (const prompt of promptsOf().filter(({ seq }) => seq > view.readTo)) {
      const isDone = Object.values(view.skills).some((skill) => skill.promptId === prompt.promptId);
      if (
        isDone ||
        view.entries.some(
          (entry) => entry.kind === "note" && entry.seq > prompt.seq && entry.noteKind === "skill",
        )
      )
        continue;
      const text = textOf(await unspill(prompt.content, prompt.blobs, "content", log.getText));
      const { names, arguments: words } = readCommands(text);
      const events: EventDraft[] = [];
      for (const name of names) {
        const event = await follow(current, name, prompt.promptId, words);
        if (!event) break;
        events.push(event);
      }
      if (events.length > 0) await log.append(events);
    }
  }

  function formOf(): Form {
    if (env.offers("Skill")) return "tool";
    return env.offers("Read") || env.offers("Bash") ? "awareness" : "direct";
  }

  async function bodiesOf(current: SkillState, query: string): Promise<Map<string, string>> {
    const offered = current.catalog.entries.filter(({ accessible }) => accessible);
    const shown = rankSkills(
      offered.map(({ skill }) => skill),
      query,
      current.usage,
    ).slice(0, maxDirect);
    const bodies = await Promise.all(
      shown.map(async ({ skill }) => [skill.id, (await readSkill(skill, t)).body] as const),
    );
    return new Map(bodies);
  }

  async function wordSwitch(from: string | undefined, current: SkillState): Promise<string> {
    const lines = await source.compare(from, current.environment, t);
    const changes = wordChanges(view, await readMarks(view, log.getText), current, t);
    return [...lines, ...(changes === undefined ? [] : [changes])].join("\n");
  }

  async function list(current: SkillState): Promise<void> {
    const hasSkills = current.catalog.entries.some(({ accessible }) => accessible);
    const form = formOf();
    const { listing } = view;
    const isListed = listing !== undefined && listing.text !== "" && listing.form === form;
    if (!isListed && !hasSkills) return;
    const isSwitched = isListed && listing.environment !== current.environment;
    if (isListed && !isSwitched && listing.seq >= view.contextFrom) {
      const note = wordChanges(view, await readMarks(view, log.getText), current, t);
      if (note !== undefined) await log.append([{ type: "skills.listed", marks: markSkills(current), note }]);
      return;
    }
    const [first] = promptsOf();
    const query = first ? textOf(await unspill(first.content, first.blobs, "content", log.getText)) : "";
    const bodies = form === "direct" ? { bodies: await bodiesOf(current, query) } : {};
    const contextTokens = await env.contextTokens();
    const told = isSwitched ? { note: await wordSwitch(listing.environment, current) } : {};
    await log.append([planList(current, { form, contextTokens, query, ...bodies, ...told }, t)]);
  }

  return {
    state,
    async prepare() {
      const key = keyOf();
      if (prepared === key) return;
      const current = await state();
      await activateSettings(current);
      await activateCommands(current);
      await list(current);
      prepared = keyOf();
    },
  };
}
