import { lstat, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { ActivationRefused } from "../../agent/skills/activate-skill.ts";
import type { SkillSource, SkillState } from "../../agent/skills/skill-source.ts";
import { listSkillFiles } from "../../skill/list-skill-files.ts";
import type { Skill } from "../../skill/skill.ts";
import type { FileChange } from "./format.ts";
import { digestOf, mapTexts, sha256 } from "./json.ts";
import type { RecorderCore } from "./recorder-core.ts";
import { agentOf } from "./tree-views.ts";
import { isSecretFile, toContent } from "./workspace-files.ts";

const limits = { files: 100, bytes: 128 * 1024, allBytes: 1024 * 1024 };

/** The skills as a session sees them, those that can be used by anybody. */
function entriesOf({ catalog }: SkillState): object[] {
  return catalog.entries
    .filter(({ accessible, startedBy }) => accessible || startedBy.model || startedBy.person)
    .map((entry) => ({ ...entry, skill: { ...entry.skill, diagnostics: [] } }));
}

/** The same skills, with what a run is told of them in the cassette, and the files of those that it uses. */
export function recordSkills(source: SkillSource, core: RecorderCore): SkillSource {
  const written = new Map<string, string>();
  return {
    ...source,
    async read(view) {
      const state = await source.read(view);
      const agent = agentOf(view);
      const { hide } = core.placeholders();
      const { usage, mayRunCommands, environment } = state;
      const about = {
        entries: mapTexts(entriesOf(state), hide),
        usage,
        mayRunCommands,
        ...(environment === undefined ? {} : { environment }),
      };
      const digest = digestOf(about);
      if (written.get(agent) !== digest) await core.write({ catalog: agent, step: core.step(), ...about });
      written.set(agent, digest);
      return state;
    },
    async prepare(skill, signal) {
      const prepared = await source.prepare?.(skill, signal);
      if (prepared?.sealed) throw new ActivationRefused(core.words("cassette.sealed", { skill: skill.name }));
      if (core.isFirst(`skill ${skill.id}`))
        await core.write(await readSkillFiles(prepared?.skill ?? skill, core));
      return prepared;
    },
    async approve(skill) {
      const approval = await source.approve(skill);
      if (core.isFirst(`approval ${skill.id} ${approval.digest} ${approval.approved}`))
        await core.write({ approval: skill.id, ...mapTexts(approval, core.placeholders().hide) });
      return approval;
    },
  };
}

async function readSkillFiles(skill: Skill, core: RecorderCore): Promise<object> {
  const { hide } = core.placeholders();
  const { files } = await listSkillFiles(skill);
  const all = [{ path: basename(skill.file), absolute: skill.file }, ...files];
  let room = limits.allBytes;
  let left = Math.max(0, all.length - limits.files);
  const kept: FileChange[] = [];
  for (const { path, absolute } of all.slice(0, limits.files)) {
    const stats = await lstat(absolute).catch(() => undefined);
    const isKept = stats && stats.size <= Math.min(limits.bytes, room) && !isSecretFile(path);
    const bytes = stats ? await readFile(absolute).catch(() => undefined) : undefined;
    if (!bytes) continue;
    const executable = ((stats?.mode ?? 0) & 0o100) === 0 ? {} : { executable: true };
    if (isKept) kept.push({ path, ...executable, content: mapTexts(toContent(bytes), hide) });
    else kept.push({ path, ...executable, sha256: sha256(bytes), size: bytes.length });
    if (isKept) room -= bytes.length;
    else left++;
  }
  return {
    skill: skill.id,
    folder: hide(skill.folder),
    files: kept,
    ...(left > 0 ? { note: core.words("cassette.noteLarge", { count: left }) } : {}),
  };
}
