import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { AgentType } from "../../agent/tasks/agent-type.ts";
import type { InstructionsRead } from "../../agent/instructions/session-instructions.ts";
import type { RunParts } from "../../agent/run-parts.ts";
import type { Hook } from "../../environment/hook.ts";
import { parseRule, type Rules, type RuleSource } from "../../permission/rules.ts";
import { ownToolNames, type Limits, type SessionView } from "../../protocol/index.ts";
import type { BackgroundShells } from "../../workspace/background-shells.ts";
import type { HookRequest, HookResult } from "../../workspace/run-hook.ts";
import type { Cassette } from "./cassette.ts";
import { mapTexts } from "./json.ts";
import type { PlayerCore } from "./player-core.ts";
import { recordedTools } from "./recorded-tools.ts";
import { replayModel } from "./replay-model.ts";
import { replaySkills, type ReplayedSkills } from "./replay-skills.ts";
import { replayTools } from "./replay-tools.ts";
import { isSameText } from "./text-diff.ts";
import { agentOf } from "./tree-views.ts";

/** Plays one recorded session and its sub-agents. */
export interface Player {
  /** What a run is made of, with everything that it meets as it was recorded. */
  play(view: SessionView, parts: RunParts): RunParts;
  close(): Promise<void>;
}

type Begin = Cassette["begins"][number];

const emptyBegin: Begin = {
  begin: 1,
  rules: [],
  limits: {},
  retry: { times: 0, maxMs: 0 },
  agents: [],
  hooks: [],
};

export function createPlayer(core: PlayerCore): Player {
  const tries = new Map<string, number>();
  const commands = new Map<string, number>();
  const readings = new Map<string, number>();
  let skills: ReplayedSkills | undefined;

  function rulesOf(begin: Begin, { ruleOptions }: RunParts): Rules {
    const { restore } = core.placeholders();
    const rules: Rules = { allow: [], ask: [], deny: [] };
    for (const { list, text, source, root } of mapTexts(begin.rules, restore))
      rules[list].push(
        parseRule(text, {
          ...ruleOptions,
          source: source as RuleSource,
          ...(root === undefined ? {} : { root }),
        }),
      );
    return rules;
  }

  async function compareFiles(view: SessionView, sources: InstructionsRead["sources"]): Promise<void> {
    const { hide } = core.placeholders();
    for (const { path } of sources) {
      const name = relative(view.folder, path).split(sep).join("/");
      const record = core.cassette.files.find(({ file }) => file === name);
      const now = await readFile(path, "utf8").catch(() => undefined);
      // What is not there was not restored: the recorded words stand for it.
      if (now === undefined || typeof record?.content !== "string") continue;
      const got = hide(now);
      if (isSameText(record.content, got)) continue;
      const about = { step: core.step() + 1, agent: agentOf(view), subject: name };
      core.diverge({ ...about, kind: "instructions", expected: record.content, got });
    }
  }

  /** The recorded words; that files of the workspace say something else by now is a difference. */
  async function readInstructions(view: SessionView): Promise<InstructionsRead> {
    const agent = agentOf(view);
    const number = readings.get(agent) ?? 0;
    readings.set(agent, number + 1);
    const record = core.cassette.instructions.get(agent)?.[number];
    if (!record) return { type: "instructions.read", text: "", sources: [] };
    const { restore } = core.placeholders();
    const { text, sources } = mapTexts({ text: record.text, sources: record.sources }, restore);
    const before = sources as unknown as InstructionsRead["sources"];
    if (core.match === "strict") await compareFiles(view, before);
    return { type: "instructions.read", text, sources: before };
  }

  /** The recorded outcomes of a command, one after the other. */
  function createHookPlayer(): (request: HookRequest) => Promise<HookResult> {
    const left = [...core.cassette.hooks];
    return async ({ command }) => {
      const { hide, restore } = core.placeholders();
      const hidden = hide(command);
      const index = left.findIndex((record) => record.command === hidden);
      const [record] = index < 0 ? [] : left.splice(index, 1);
      if (!record) return { exitCode: 0, stdout: "", stderr: "" };
      const { hook: _hook, command: _command, stopped, ...result } = mapTexts(record, restore);
      return { ...result, ...(stopped ? { stopped } : {}) };
    };
  }

  const runHook = createHookPlayer();

  return {
    play(root, parts) {
      core.views.add(root);
      const turn = root.entries.filter(({ kind }) => kind === "end").length;
      const begin = core.cassette.begins[turn] ?? core.cassette.begins.at(-1) ?? emptyBegin;
      const { restore } = core.placeholders();
      const { retry } = begin;
      const known = new Set([...parts.registry.names(), ...ownToolNames]);
      const types = mapTexts(begin.agents, restore) as unknown as AgentType[];
      const { primary: _primary, ...others } = parts;
      skills ??= replaySkills(core, parts.skills);
      const rules = rulesOf(begin, parts);
      return {
        ...others,
        async model(view) {
          core.views.add(view);
          return replayModel(core, view, tries, retry.maxMs);
        },
        wrapTools(registry, view) {
          core.views.add(view);
          return replayTools(registry, { core, view, commands });
        },
        servers: {
          source: (view) => recordedTools(core, view, (name) => known.has(name)),
          prompt: async () => undefined,
        },
        rules,
        limits: ({ settings }) => ({ ...(begin.limits as Limits), ...settings.limits }),
        retry: { times: retry.times, baseMs: 0, maxMs: retry.maxMs },
        // Copies of a repository are made by programs.
        agentTypes: types.map(({ isolation: _isolation, ...type }) => type),
        ...(begin.primary ? { primary: mapTexts(begin.primary, restore) } : {}),
        skills: skills.source,
        instructions: { ...parts.instructions, read: readInstructions },
        hooks: {
          hooks: mapTexts(begin.hooks, restore) as unknown as Hook[],
          environment: {},
          rules,
          tell: () => undefined,
          execute: runHook,
        },
        shells: noShells,
        endLeftovers: async () => undefined,
      };
    },
    async close() {
      await skills?.close();
    },
  };
}

/** Nothing runs in the background of a replay. */
const noShells: BackgroundShells = {
  forSession: (_id, known) => ({
    list: () => Object.values(known()),
    start: async () => undefined,
    look: async () => ({ state: "unknown" }),
    end: async () => ({ state: "unknown" }),
    adopt: () => undefined,
  }),
  endLost: async () => undefined,
  closeSession: async () => undefined,
  forgetSession: async () => undefined,
  closeAll: async () => undefined,
};
