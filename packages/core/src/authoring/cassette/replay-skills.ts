import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { SkillSource, SkillState } from "../../agent/skills/skill-source.ts";
import type { SessionView } from "../../protocol/index.ts";
import type { CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import type { Skill } from "../../skill/skill.ts";
import { createWorkspace } from "../../workspace/create-workspace.ts";
import { applyChanges } from "./apply-changes.ts";
import type { CatalogRecord } from "./format.ts";
import { mapTexts } from "./json.ts";
import type { PlayerCore } from "./player-core.ts";
import { isBelow } from "./tool-policy.ts";
import { agentOf } from "./tree-views.ts";

/** Skills of a recording that are not on this machine: their files, as they were recorded. */
interface RecordedSkills {
  take(entry: CatalogEntry): Promise<Skill>;
}

export interface ReplayedSkills {
  source: SkillSource;
  close(): Promise<void>;
}

/**
 * The skills of a replay: those of the recording and no others, read from this machine where they are there, else from
 * the recording. Beside them those of the workspace, so that a new one is seen. Trust and switches are the recorded ones:
 * nothing that a skill asks for runs.
 */
export function replaySkills(core: PlayerCore, local: SkillSource): ReplayedSkills {
  let folder: Promise<string> | undefined;
  const taken = new Map<string, Promise<Skill>>();
  const recorded: RecordedSkills = {
    take(entry) {
      const known = taken.get(entry.skill.id) ?? put(entry.skill);
      taken.set(entry.skill.id, known);
      return known;
    },
  };

  async function put(skill: Skill): Promise<Skill> {
    folder ??= mkdtemp(join(tmpdir(), "skillmint-replay-"));
    const place = join(await folder, String(taken.size), basename(skill.folder) || "skill");
    const { restore } = core.placeholders();
    const record = core.cassette.skills.get(skill.id);
    const workspace = await createWorkspace({ root: await folder, added: [], home: await folder });
    const prefix = place.slice(workspace.root.length + 1);
    const files = mapTexts(record?.files ?? [], restore).map((file) => ({
      ...file,
      path: `${prefix}/${file.path}`,
    }));
    await applyChanges(files, workspace);
    core.move({ hidden: skill.folder, path: place });
    core.note(core.words("cassette.recordedSkill", { skill: skill.name }));
    const { file, folder: _folder, root: _root, ...rest } = skill;
    return { ...mapTexts(rest, restore), folder: place, root: place, file: join(place, basename(file)) };
  }

  /** What was recorded last up to where the replay is. */
  function catalogAt(view: SessionView): CatalogRecord | undefined {
    const ofAgent = core.cassette.catalogs.filter(({ catalog }) => catalog === agentOf(view));
    return ofAgent.findLast(({ step }) => step <= core.step()) ?? ofAgent[0];
  }

  async function read(view: SessionView): Promise<SkillState> {
    const state = await local.read(view);
    const catalog = catalogAt(view);
    if (!catalog) return { ...state, skills: [], catalog: { entries: [] }, usage: {} };
    const before = catalog.entries as unknown as CatalogEntry[];
    const entries: CatalogEntry[] = [];
    for (const entry of before) {
      const here = state.skills.find(({ id }) => id === entry.skill.id);
      const skill = here ? { ...here, trusted: true } : await recorded.take(entry);
      entries.push({ ...entry, skill });
    }
    const known = new Set(
      core.cassette.catalogs.flatMap((each) =>
        (each.entries as unknown as CatalogEntry[]).map(({ skill }) => skill.id),
      ),
    );
    const isNew = ({ skill }: CatalogEntry): boolean =>
      isBelow(skill.folder, view.folder) && !known.has(skill.id);
    entries.push(...state.catalog.entries.filter(isNew));
    const { mayRunCommands, environment } = catalog;
    return {
      skills: entries.map(({ skill }) => skill),
      catalog: { entries },
      usage: catalog.usage as SkillState["usage"],
      mayRunCommands,
      ...(environment === undefined ? {} : { environment }),
    };
  }

  return {
    source: {
      read,
      async prepare(skill, signal) {
        return taken.has(skill.id) ? undefined : local.prepare?.(skill, signal);
      },
      async approve(skill) {
        const before = core.cassette.approvals.get(skill.id);
        const digest = taken.has(skill.id) ? before?.digest : (await local.approve(skill)).digest;
        return { digest: digest ?? "", approved: before?.approved ?? false };
      },
      compare: (from, to, t) => local.compare(from, to, t),
      // What is played is no use of a skill.
      used: async () => undefined,
    },
    async close() {
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}
