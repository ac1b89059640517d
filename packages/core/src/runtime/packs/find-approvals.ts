import { lstat } from "node:fs/promises";
import { isOlder } from "./compare-versions.ts";
import type { NeededApproval, PlannedSkill } from "./packs.ts";
import type { PlanContext } from "./plan-install.ts";
import { readRecord } from "./pack-record.ts";
import { readFolder } from "./source/read-folder.ts";
import { digestTree } from "./tree-digest.ts";

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** The digest of what lies in a folder now; `undefined` where it holds something that was never installed. */
async function digestOf(folder: string, { words }: PlanContext): Promise<string | undefined> {
  if (!(await lstat(folder)).isDirectory()) return undefined;
  const { files, leftOut } = await readFolder(folder, words);
  return leftOut.length > 0 ? undefined : digestTree(files);
}

type Planned = Omit<PlannedSkill, "approvals" | "same">;

/** What a person has to agree to before this takes the place of what is there, and whether that is the same. */
export async function findApprovals(
  planned: Planned,
  context: PlanContext,
): Promise<Pick<PlannedSkill, "approvals" | "same">> {
  const { words, locked } = context;
  const { name, before, version, signer } = planned;
  const approvals: NeededApproval[] = [];
  if (before?.signer !== undefined && signer && before.signer !== signer.fingerprint) {
    const params = { name, from: before.signer, to: signer.fingerprint };
    approvals.push({ kind: "signer", ...params, message: words("ask.signer", params) });
  }
  const pack = planned.kind === "skill" ? locked.person[name] : undefined;
  if (pack?.kind === "pack" && pack.signer !== undefined) {
    const params = { name, from: pack.signer };
    approvals.push({ kind: "unsigned", from: pack.signer, message: words("ask.unsigned", params) });
  }
  if (before?.version !== undefined && isOlder(version, before.version)) {
    const params = { name, from: before.version, to: version ?? "" };
    approvals.push({ kind: "downgrade", ...params, message: words("ask.downgrade", params) });
  }
  const there = await isThere(planned.folder);
  if (planned.kind === "pack") {
    const record = there ? await readRecord(context.places.packs, name) : undefined;
    const isSame = before?.digest === planned.digest && before.version === version;
    return { approvals, same: isSame && record !== undefined && record.signer === signer?.fingerprint };
  }
  const now = there ? await digestOf(planned.folder, context) : undefined;
  if (there && now !== planned.digest && (before?.kind !== "skill" || before.digest !== now))
    approvals.push({
      kind: "replace",
      path: planned.folder,
      message: words("ask.replace", { path: planned.folder }),
    });
  return { approvals, same: there && now === planned.digest && before?.digest === planned.digest };
}
