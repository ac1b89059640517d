import { join } from "node:path";
import type { SkillSource } from "../../agent/skills/skill-source.ts";
import type { Environments } from "../../environment/environments.ts";
import type { Settings } from "../../environment/settings.ts";
import { createTranslate, SkillmintError, type Diagnostic } from "../../protocol/index.ts";
import type { CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import { findSkill } from "../../skill/catalog/find-skill.ts";
import type { CreatedSkill } from "../../skill/manage/create-skill.ts";
import type { DeletedSkill } from "../../skill/manage/delete-skill.ts";
import type { WrittenSkill } from "../../skill/manage/update-skill.ts";
import { toPlainLine } from "../../skill/render/safe-text.ts";
import type { Profile } from "../../skill/validate/finding.ts";
import type { McpSkillParts } from "../mcp-skills.ts";
import type { PackSkillParts } from "../pack-skills.ts";
import type { SkillApproval } from "./approve-skill.ts";
import type { DraftReport } from "./check-draft.ts";
import type { SkillReport } from "./check-skills.ts";
import type { SkillDraft } from "./manage-skills.ts";
import type { SkillDetails } from "./skill-details.ts";
import { createSkillGrants, grantPlace, type SkillGrants } from "./skill-grants.ts";
import {
  createSkillLibrary,
  type LibraryState,
  type SkillLibrary,
  type SkillLibraryOptions,
  type SkillQuestion,
} from "./skill-library.ts";
import { createSkillSource } from "./skill-source.ts";
import { createSkillUsage, type SkillUsage } from "./skill-usage.ts";
import { summarizeSkill, type SkillSummary } from "./summarize-skill.ts";
import type { WhySkills } from "./why-skills.ts";

/** Which folder, and which environment, a question is about. */
export type SkillPlace = Pick<SkillQuestion, "folder" | "environment">;

/**
 * What can be known and done about skills without a conversation. Each call looks at the disk anew. Skills are named
 * by id, name or `plugin:name`; one that is not there is refused with `skill-not-found`.
 */
export interface Skills {
  /**
   * All skills, strongest first, and what is wrong with them and their folders. A file that cannot be understood is
   * only a diagnostic; the catalog's own `entries` have it too.
   */
  list(
    place: SkillPlace,
  ): Promise<{ skills: SkillSummary[]; entries: CatalogEntry[]; diagnostics: Diagnostic[] }>;
  find(place: SkillPlace, name: string): Promise<CatalogEntry>;
  show(place: SkillPlace, name: string): Promise<SkillDetails>;
  /** Text of a file, by its path in the skill's folder; refused with `usage`, in the same words whatever the cause. */
  readFile(place: SkillPlace, name: string, path: string): Promise<string>;
  /** Those that have a word of the query, the best first. */
  search(place: SkillPlace, query: string, limit?: number): Promise<(SkillSummary & { score: number })[]>;
  /** What a session that begins with this prompt would be told, and why. No model is asked. */
  why(place: SkillPlace, prompt: string): Promise<WhySkills>;
  /** One report for each name or path, in order. */
  check(place: SkillPlace, texts: readonly string[], options?: { profile?: Profile }): Promise<SkillReport[]>;
  /** The same for a text that is still being written: of a skill that is there, or of one that is to be called `name`. */
  checkText(
    place: SkillPlace,
    draft: { text: string; skill?: string; name?: string; profile?: Profile },
  ): Promise<DraftReport>;
  /** SKILL.md as it is written, and whether `update` would change it. */
  readText(place: SkillPlace, name: string): Promise<WrittenSkill & { editable: boolean }>;
  /**
   * Replaces SKILL.md. Refused with `skill-refused` where it is not the person's to change or no longer what `digest`
   * says, with `usage` where nobody could read it afterwards. Its id may be another then.
   */
  update(place: SkillPlace, name: string, next: WrittenSkill): Promise<SkillSummary>;
  /** How often skills were used here, by id. */
  usage(): Promise<SkillUsage>;
  /** Refused with `usage` where the name is no slug or taken. */
  create(place: SkillPlace, draft: SkillDraft): Promise<CreatedSkill>;
  /** Switches one on or off; it holds from the next prompt on. */
  enable(place: SkillPlace, name: string, enabled: boolean): Promise<SkillSummary>;
  /** What `delete` would take away. Refused with `skill-refused` for all but the user's own. */
  locate(place: SkillPlace, name: string): Promise<DeletedSkill>;
  delete(place: SkillPlace, name: string): Promise<DeletedSkill>;
  /** What it asks for without a question, and whether that is approved. */
  approval(place: SkillPlace, name: string): Promise<SkillApproval>;
  /** Approves exactly what `approval` showed. Refused with `skill-refused` where it changed or is not trusted. */
  approve(
    place: SkillPlace,
    name: string,
    shown: Pick<SkillApproval, "digest" | "rules">,
  ): Promise<SkillApproval>;
  /** Takes an approval back. False where there was none. */
  forget(place: SkillPlace, name: string): Promise<boolean>;
}

export interface SkillParts {
  api: Skills;
  library: SkillLibrary;
  source: SkillSource;
  grants: SkillGrants;
}

export interface SkillsOptions extends Omit<SkillLibraryOptions, "trust"> {
  /** Skills that MCP servers give: a layer behind the others. */
  mcp?: McpSkillParts;
  /** Skills of packs that are installed. */
  packs?: PackSkillParts;
  settings: Settings;
  environments: Pick<Environments, "compare">;
}

const maxFound = 20;

export function createSkills(options: SkillsOptions): SkillParts {
  const { env, home, language, settings, hasTool } = options;
  const t = createTranslate(language);
  const { mcp, packs } = options;
  const layers = [...options.layers, ...(packs ? [packs.layer] : []), ...(mcp ? [mcp.layer] : [])];
  const library = createSkillLibrary({ ...options, layers, trust: settings.trust });
  const usage = createSkillUsage(join(home.root, "skill-usage.json"));
  const grants = createSkillGrants(
    join(home.root, "skill-grants.json"),
    async (folder) => (await packs?.look(folder)) ?? mcp?.look(folder),
  );

  function pick({ skills, catalog }: LibraryState, name: string): CatalogEntry {
    const { skill, candidates } = findSkill(skills, name, t);
    const entry = skill && catalog.entries.find((candidate) => candidate.skill.id === skill.id);
    if (entry) return entry;
    const nearest = candidates.map(({ id }) => toPlainLine(id)).join(", ") || "–";
    throw new SkillmintError("skill-not-found", { params: { name, nearest } });
  }

  const find = async (place: SkillPlace, name: string): Promise<CatalogEntry> =>
    pick(await library.read(place), name);

  const details = () => import("./skill-details.ts");
  const manage = () => import("./manage-skills.ts");
  const approvals = () => import("./approve-skill.ts");
  const remove = async (place: SkillPlace, name: string, isFinal: boolean): Promise<DeletedSkill> => {
    const { skill } = await find(place, name);
    return (await manage()).removeSkill(skill, { env, home, folder: place.folder, t }, isFinal);
  };

  const api: Skills = {
    find,
    async list(place) {
      const { catalog, diagnostics, policy } = await library.read(place);
      const { entries } = catalog;
      const readable = entries.filter(({ skill }) => skill.state !== "unreadable");
      return {
        skills: readable.map((entry) => summarizeSkill(entry, policy, t)),
        entries,
        diagnostics: [...diagnostics, ...entries.flatMap(({ skill }) => skill.diagnostics)],
      };
    },
    async show(place, name) {
      const state = await library.read(place);
      const servers = await state.servers();
      return (await details()).describeSkill(pick(state, name), state, { env, hasTool, servers, t });
    },
    readFile: async (place, name, path) => {
      const { skill } = await find(place, name);
      return (await details()).readTextOfSkill(skill, path, t);
    },
    async search(place, query, limit = maxFound) {
      const { createRanker } = await import("../../skill/rank/rank-skills.ts");
      const { catalog, policy } = await library.read(place);
      const entries = new Map(catalog.entries.map((entry) => [entry.skill.id, entry]));
      return createRanker(catalog.entries.map(({ skill }) => skill))
        .search(query, limit)
        .flatMap(({ skill, score }) => {
          const entry = entries.get(skill.id);
          return entry ? [{ ...summarizeSkill(entry, policy, t), score }] : [];
        });
    },
    async why(place, prompt) {
      const [{ whySkills }, { findModelContext }] = await Promise.all([
        import("./why-skills.ts"),
        import("./model-context.ts"),
      ]);
      const [state, used, { config, environment }] = await Promise.all([
        library.read(place),
        usage.read(),
        options.config(place.folder, place.environment),
      ]);
      const context = await findModelContext({ env, home, language, model: config.model, environment });
      return whySkills(state, { prompt, context, usage: used, grants, t });
    },
    async check(place, texts, { profile = "portable" } = {}) {
      const { checkSkills } = await import("./check-skills.ts");
      const { folder } = place;
      const state = await library.read(place);
      return checkSkills(state, texts, {
        env,
        hasTool,
        servers: await state.servers(),
        t,
        folder,
        home: home.user,
        profile,
      });
    },
    async checkText(place, { text, skill, name, profile = "portable" }) {
      const { checkDraft } = await import("./check-draft.ts");
      const state = await library.read(place);
      const replaced = skill === undefined ? {} : { skill: pick(state, skill).skill };
      const draft = { text, profile, ...replaced, ...(name === undefined ? {} : { name }) };
      const servers = await state.servers();
      return checkDraft(state, draft, { env, hasTool, servers, t, root: home.skills });
    },
    readText: async (place, name) => (await manage()).readSkill((await find(place, name)).skill, t),
    async update(place, name, next) {
      const { skill } = await find(place, name);
      await (await manage()).rewriteSkill(skill, next, { home, t });
      const state = await library.read(place);
      const entry = state.catalog.entries.find((candidate) => candidate.skill.file === skill.file);
      return summarizeSkill(entry ?? pick(state, name), state.policy, t);
    },
    usage: () => usage.read(),
    async create(place, draft) {
      const { skills } = await library.read(place);
      return (await manage()).writeNewSkill(draft, skills, { env, home, folder: place.folder, t });
    },
    async enable(place, name, enabled) {
      const { skill } = await find(place, name);
      await settings.switchSkill(skill.id, enabled);
      const state = await library.read(place);
      return summarizeSkill(pick(state, skill.id), state.policy, t);
    },
    locate: (place, name) => remove(place, name, false),
    delete: (place, name) => remove(place, name, true),
    async approval(place, name) {
      const { skill } = await find(place, name);
      return (await approvals()).findApproval(skill, grants, t);
    },
    async approve(place, name, shown) {
      const { skill } = await find(place, name);
      return (await approvals()).approveSkill(skill, shown, grants, t, await packs?.withheld(skill));
    },
    forget: async (place, name) => grants.forget(grantPlace((await find(place, name)).skill)),
  };
  return {
    api,
    library,
    grants,
    source: createSkillSource({
      library,
      usage,
      grants,
      environments: options.environments,
      t,
      ...(packs ? { withheld: packs.withheld } : {}),
      prepare: async (skill, signal) =>
        skill.layer === "pack" ? packs?.prepare(skill, signal) : mcp?.prepare(skill, signal),
    }),
  };
}
