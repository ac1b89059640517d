import type { Trust } from "../../environment/trust.ts";
import type { Home } from "../../environment/home.ts";
import { readServerFiles } from "../../environment/mcp-files.ts";
import { shareReads } from "../../environment/share-reads.ts";
import { decide } from "../../permission/gate.ts";
import type { Rules } from "../../permission/rules.ts";
import { createTranslate, type Diagnostic, type Language } from "../../protocol/index.ts";
import { buildCatalog, type Catalog } from "../../skill/catalog/build-catalog.ts";
import { nameSkills } from "../../skill/catalog/name-skills.ts";
import { builtinLayers } from "../../skill/discover/builtin-layers.ts";
import { createSkillFinder, type SkillFinder } from "../../skill/discover/discover-skills.ts";
import type { SkillLayer } from "../../skill/discover/layer.ts";
import type { ProbeOptions } from "../../skill/requirements/create-probe.ts";
import type { Skill, WhyNot } from "../../skill/skill.ts";
import { toSkillPolicy, type SkillPolicy } from "../environments.ts";
import type { ReadFolderConfig } from "../folder-config.ts";

export interface SkillLibraryOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  trust: Pick<Trust, "find">;
  config: ReadFolderConfig;
  /** Further layers of whoever embeds the runtime; they come before the bundled skills. */
  layers: readonly SkillLayer[];
  bundledFolder?: string;
  hasTool(name: string): boolean;
}

/** Which agent wants to know. */
export interface SkillQuestion {
  folder: string;
  /** The environment in use, by its name. */
  environment?: string | undefined;
  /** Files that the conversation touched. */
  touched?: readonly string[];
  /** The session's own skill. */
  own?: string;
  /** What a sub-agent may use, by patterns. */
  permissions?: Readonly<Record<string, "allow" | "ask" | "deny">> | undefined;
}

export interface LibraryState {
  skills: Skill[];
  catalog: Catalog;
  diagnostics: Diagnostic[];
  mayRunCommands: boolean;
  environment?: string;
  /** The names of the MCP servers that are configured. */
  servers(): Promise<ReadonlySet<string>>;
  /** The settings that all this was judged by. */
  policy: SkillPolicy;
  /** What the same settings say of other skills, such as one that is no part of any layer. */
  judge(skills: readonly Skill[]): Promise<Catalog>;
}

export interface SkillLibrary {
  /** What is on disk now, judged by the settings of now. */
  read(question: SkillQuestion): Promise<LibraryState>;
  /** Keeps what was learnt for the next process. */
  close(): Promise<void>;
}

/** The rule that refuses a skill. */
function deniedBy(rules: Rules, name: string): string | undefined {
  const request = { tool: "Skill", effect: "interact" as const, resources: [], subject: name };
  const verdict = decide("default", rules, request);
  return verdict.verdict === "deny" ? verdict.rule : undefined;
}

/** What a project takes away of skills: asked beside what the person says, the stricter answer holds. */
function narrowCatalog({ entries }: Catalog, project: SkillPolicy["project"]): Catalog {
  if (project.off.length === 0 && Object.keys(project.permissions).length === 0) return { entries };
  const theirs = buildCatalog(
    entries.map(({ skill }) => skill),
    {
      enabled: true,
      switches: Object.fromEntries(project.off.map((id) => [id, { enabled: false }])),
      permissions: project.permissions,
      denied: () => undefined,
      missing: () => undefined,
      touched: [],
    },
  );
  const taken = new Set<WhyNot | undefined>(["disabled", "denied"]);
  return {
    entries: entries.map((entry, index) => {
      const other = theirs.entries[index];
      if (!other) return entry;
      const permission = entry.permission === "ask" ? entry.permission : other.permission;
      if (!taken.has(other.reason)) return { ...entry, permission };
      const startedBy = { model: false, person: false };
      return entry.accessible ? { ...other, permission, startedBy } : { ...entry, permission, startedBy };
    }),
  };
}

/** Finds skills, names them and says of each what an agent may do with it. */
export function createSkillLibrary(options: SkillLibraryOptions): SkillLibrary {
  const { env, home, language, trust, config } = options;
  const t = createTranslate(language);
  const [bundled, ...others] = builtinLayers(
    options.bundledFolder === undefined ? {} : { bundledFolder: options.bundledFolder },
  ).toReversed();
  const layers = [...others.toReversed(), ...options.layers, ...(bundled ? [bundled] : [])];
  let finder: SkillFinder | undefined;
  /** What lies on disk is the same for all sessions that begin in a folder at the same time. */
  const findSkills = shareReads(
    (folder: string, touched: readonly string[], environmentFolder: string | undefined) => {
      finder ??= createSkillFinder({ layers, indexFile: `${home.cache}/skills.json` });
      return finder.find({
        folder,
        home: home.user,
        env,
        touched,
        t,
        isTrusted: async (place) => (await trust.find(place)) !== undefined,
        ...(environmentFolder === undefined ? {} : { environmentFolder }),
      });
    },
    (...args) => JSON.stringify(args),
  );

  /** What skills declare and do not get here, by id. */
  async function findAllMissing(
    skills: readonly Skill[],
    around: readonly Skill[],
    readServers: LibraryState["servers"],
  ): Promise<Map<string, string>> {
    const missing = new Map<string, string>();
    const needing = skills.filter(
      ({ fields }) => fields.requires !== undefined || fields.mcpServers !== undefined,
    );
    if (needing.length === 0) return missing;
    const [{ findMissing }, { createProbe }] = await Promise.all([
      import("../../skill/requirements/check-requirements.ts"),
      import("../../skill/requirements/create-probe.ts"),
    ]);
    const names = new Set(
      [...around, ...skills].flatMap(({ name, plugin }) => (plugin ? [name, `${plugin}:${name}`] : [name])),
    );
    const servers = await readServers();
    const knowledge: ProbeOptions = {
      env,
      hasTool: options.hasTool,
      hasMcp: (name) => servers.has(name),
      hasSkill: (name) => names.has(name),
    };
    const probe = createProbe(knowledge);
    for (const skill of needing) {
      const { hasFile } = createProbe({ ...knowledge, skill });
      const [first] = await findMissing(skill, { ...probe, hasFile }, t);
      if (first) missing.set(skill.id, first.hint ?? first.name);
    }
    return missing;
  }

  return {
    async read(question) {
      const { folder, environment, touched = [] } = question;
      const { config: settings, project, rules, environment: inUse } = await config(folder, environment);
      const found = await findSkills(folder, touched, inUse?.skillsFolder);
      const skills = nameSkills(found.skills);
      const policy = toSkillPolicy(settings, project.skills);
      const hasSkillRules = rules.deny.some(({ tool }) => tool === "Skill");
      const servers: LibraryState["servers"] = async () => {
        const places = { home, trust, config: settings, environment: inUse, language };
        const { files } = await readServerFiles(folder, places);
        return new Set(files.flatMap((file) => Object.keys(file.servers)));
      };
      const judge = async (judged: readonly Skill[]): Promise<Catalog> => {
        const missing = await findAllMissing(judged, skills, servers);
        const own = buildCatalog(judged, {
          enabled: policy.enabled,
          switches: policy.switches,
          permissions: policy.permissions,
          denied: ({ name }) => (hasSkillRules ? deniedBy(rules, name) : undefined),
          missing: ({ id }) => missing.get(id),
          touched,
          ...(question.own === undefined ? {} : { own: question.own }),
        });
        return narrowCatalog(narrowCatalog(own, policy.project), {
          off: [],
          permissions: question.permissions ?? {},
        });
      };
      return {
        skills,
        catalog: await judge(skills),
        policy,
        servers,
        judge,
        diagnostics: found.diagnostics,
        mayRunCommands: !policy.disableShell,
        ...(inUse ? { environment: inUse.name } : {}),
      };
    },
    close: async () => finder?.close(),
  };
}
