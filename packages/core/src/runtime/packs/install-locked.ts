import { refuseInstall, type InstallWords } from "./install-words.ts";
import type { LockedSkill, LockFile } from "./lock-file.ts";
import type { InstalledSkill, InstallOptions, Packs, PlannedSkill } from "./packs.ts";

export interface InstallLockedContext {
  prepare: Packs["prepare"];
  lock: LockFile;
  words: InstallWords;
}

/** A git source is fetched at the commit that was installed, whatever its branch says now. */
function pinned({ source, commit }: LockedSkill): string {
  return commit === undefined ? source : `${source.replace(/#.*$/, "")}#${commit}`;
}

function assertSame(skill: PlannedSkill, locked: LockedSkill, words: InstallWords): void {
  const { name, digest, signer, version } = skill;
  const none = "–";
  if (digest !== locked.digest)
    throw refuseInstall(words("frozen.digest", { name, found: digest, locked: locked.digest }));
  if (signer?.fingerprint !== locked.signer)
    throw refuseInstall(
      words("frozen.signer", { name, found: signer?.fingerprint ?? none, locked: locked.signer ?? none }),
    );
  if (version !== locked.version)
    throw refuseInstall(
      words("frozen.version", { name, found: version ?? none, locked: locked.version ?? none }),
    );
}

/**
 * Installs what the lockfile says and nothing else. All sources are read and compared before the first is installed;
 * the lockfile stays as it is.
 */
export async function installLocked(
  options: InstallOptions & { source?: string },
  { prepare, lock, words }: InstallLockedContext,
): Promise<InstalledSkill[]> {
  const { source: wanted, ...rest } = options;
  const locked = await lock.read();
  if (Object.keys(locked).length === 0) throw refuseInstall(words("frozen.empty", { file: lock.path }));
  const bySource = Map.groupBy(Object.entries(locked), ([, entry]) => pinned(entry));
  const ready: (() => Promise<InstalledSkill[]>)[] = [];
  for (const [source, entries] of wanted === undefined ? bySource : [[wanted, []] as const]) {
    const names = entries.map(([name]) => name);
    // A single skill may have been given the name it is installed under.
    const chosen = wanted === undefined ? { only: names, ...(names[0] ? { name: names[0] } : {}) } : {};
    const { plan, install } = await prepare(source, { ...rest, ...chosen });
    const missing = names.find((name) => !plan.skills.some((skill) => skill.name === name));
    if (missing !== undefined)
      throw refuseInstall(words("source.noSuchSkill", { name: missing, source, names: "–" }));
    for (const skill of plan.skills) {
      const entry = locked[skill.name];
      if (!entry) throw refuseInstall(words("frozen.unknown", { name: skill.name, file: lock.path }));
      assertSame(skill, entry, words);
    }
    // The lockfile is what a person agreed to; what was changed by hand since is lost all the same.
    ready.push(() => install({ ...rest, frozen: true }));
  }
  const done: InstalledSkill[] = [];
  for (const install of ready) done.push(...(await install()));
  return done;
}
