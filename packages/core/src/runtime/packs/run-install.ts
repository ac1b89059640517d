import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type { Home } from "../../environment/home.ts";
import { ensureFolder } from "../../environment/home.ts";
import { withFileLock } from "../../environment/file-lock.ts";
import type { PackFile } from "../../pack/pack-file.ts";
import type { PackKey } from "../../pack/verified-pack.ts";
import { SkillmintError, type Language } from "../../protocol/index.ts";
import { isBelow, realpathOfNew } from "../../skill/manage/within.ts";
import { packPlaces, type InstallPlaces } from "./install-places.ts";
import { refuseInstall, type InstallWords } from "./install-words.ts";
import { createLockFile, type LockedSkill } from "./lock-file.ts";
import type { PackKeys } from "./pack-key.ts";
import { encodeRecord } from "./pack-record.ts";
import type { Agreed, InstalledSkill, InstallPlan, NeededApproval, PlannedSkill } from "./packs.ts";
import { placeTrees, type NewTree } from "./place-trees.ts";
import type { PlannedFiles } from "./plan-install.ts";
import { writeStub } from "./sealed/stub.ts";
import type { Signers } from "./signers.ts";
import type { ReadSource } from "./source/source.ts";

export interface RunInstall {
  home: Home;
  places: InstallPlaces;
  /** The project's folder. */
  folder: string;
  read: ReadSource;
  plan: InstallPlan;
  planned: readonly PlannedFiles[];
  keyOf(name: string): Promise<PackKey | undefined>;
  keys: PackKeys;
  signers: Signers;
  language: Language;
  words: InstallWords;
  progress(): void;
}

function isAgreed(approval: NeededApproval, agreed: Agreed): boolean {
  if (approval.kind === "signer") return agreed.acceptSigners?.includes(approval.to) ?? false;
  return (approval.kind === "downgrade" ? agreed.allowDowngrade : agreed.replace) ?? false;
}

/** The flags of the command that agree to what is needed. */
function flagsOf(approvals: readonly NeededApproval[]): string {
  const flags = approvals.map((approval) => {
    if (approval.kind === "signer") return `--accept-signer ${approval.to}`;
    return approval.kind === "downgrade" ? "--allow-downgrade" : "--yes";
  });
  return [...new Set(flags)].join(" ");
}

/** Refuses what may not be installed at all, and what a person has not agreed to. */
function assertAllowed({ planned, words }: RunInstall, agreed: Agreed & { requireTrusted?: boolean }): void {
  for (const { skill, files } of planned) {
    const { name, signer } = skill;
    if (agreed.requireTrusted && !signer) throw refuseInstall(words("refuse.unsigned", { name }));
    if (agreed.requireTrusted && signer && signer.state !== "trusted")
      throw refuseInstall(words("refuse.untrusted", { name, fingerprint: signer.fingerprint }));
    if (!files) throw refuseInstall(words("refuse.key", { name }));
  }
  const open = planned.flatMap(({ skill }) =>
    skill.same ? [] : skill.approvals.filter((approval) => !isAgreed(approval, agreed)),
  );
  if (open.length === 0) return;
  const how = words("ask.how", { flags: flagsOf(open) });
  const message = [...open.map((approval) => approval.message), how].join("\n");
  throw new SkillmintError("install-unapproved", { params: { message } });
}

/** A pack's folder: the file as it was signed, what is known of it, and its skill or what stands for it. */
function packTree({ read, language }: RunInstall, { skill, files }: PlannedFiles): PackFile[] {
  const { pack } = read;
  if (!pack || !files) return [];
  const { verified, bytes } = pack;
  const { manifest } = verified;
  const record = encodeRecord({
    digest: verified.digest,
    signer: verified.signer.fingerprint,
    sealed: manifest.sealed,
  });
  const content: PackFile[] = manifest.sealed
    ? [{ path: "SKILL.md", bytes: writeStub(manifest, language), executable: false }]
    : [...files];
  return [
    { path: "pack.skillpack", bytes, executable: false },
    { path: "pack.json", bytes: record, executable: false },
    ...content.map((file) => ({ ...file, path: `skill/${skill.name}/${file.path}` })),
  ];
}

/** A project's lockfile names what lies in the project by the way from it, so that it holds in every clone. */
function sourceFor(lock: string, { places, folder, read: { address } }: RunInstall): string {
  if (places.layer !== "project" || lock !== places.lock || !isAbsolute(address)) return address;
  const way = relative(folder, address);
  const isOutside = way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? address : `./${way.split(sep).join("/")}`;
}

async function writeLock(path: string, install: RunInstall): Promise<void> {
  await ensureFolder(dirname(path));
  const source = sourceFor(path, install);
  const entries = install.planned.map(({ skill }): [string, LockedSkill] => [
    skill.name,
    toLocked(skill, install, source),
  ]);
  await createLockFile(path, install.words).write(Object.fromEntries(entries));
}

function toLocked(skill: PlannedSkill, { read, plan }: RunInstall, source: string): LockedSkill {
  return {
    kind: skill.kind,
    ...(skill.version === undefined ? {} : { version: skill.version }),
    source,
    ...(plan.commit === undefined ? {} : { commit: plan.commit }),
    digest: skill.digest,
    ...(skill.signer ? { signer: skill.signer.fingerprint } : {}),
    ...(skill.sealed && read.pack ? { sealed: true as const } : {}),
  };
}

/** Where links would lead a project's skills out of it, nothing is written. */
async function assertInside({ places, folder, words }: RunInstall): Promise<void> {
  if (places.layer !== "project") return;
  const real = await realpathOfNew(places.skills);
  if (!isBelow(await realpathOfNew(folder), real))
    throw refuseInstall(words("source.unreadable", { path: places.skills, reason: "ELOOP" }));
}

/**
 * Installs what was planned: all of it or nothing. What is there already, exactly so, is left alone. Signers that were
 * never seen are noted, and trusted by nobody.
 */
export async function runInstall(
  install: RunInstall,
  agreed: Agreed & { requireTrusted?: boolean; frozen?: boolean } = {},
): Promise<InstalledSkill[]> {
  const { home, places, planned, signers, keys } = install;
  assertAllowed(install, agreed);
  await assertInside(install);
  install.progress();
  await ensureFolder(home.root);
  return withFileLock(join(home.root, "skills-install"), async () => {
    const fresh = planned.filter(({ skill }) => !skill.same);
    const trees = fresh.map((entry): NewTree => {
      const { skill, files } = entry;
      return skill.kind === "pack"
        ? { target: packPlaces(places.packs, skill.name).root, files: packTree(install, entry) }
        : { target: skill.folder, files: files ?? [] };
    });
    const isPack = install.read.pack !== undefined;
    const root = isPack ? home.root : places.root;
    await placeTrees(root, trees, async () => {
      for (const { skill } of planned) {
        if (skill.signer) await signers.record(skill.signer);
        const key = skill.sealed ? await install.keyOf(skill.name) : undefined;
        if (key) await keys.set(skill.name, key);
      }
      const person = join(home.root, "skills.lock");
      const locks = isPack ? [...new Set([person, places.lock])] : [places.lock];
      for (const lock of locks) if (!agreed.frozen || lock !== places.lock) await writeLock(lock, install);
    });
    return planned.map(({ skill }) => ({
      name: skill.name,
      folder: skill.folder,
      layer: skill.layer,
      changed: !skill.same,
      ...toLocked(skill, install, install.read.address),
    }));
  });
}
