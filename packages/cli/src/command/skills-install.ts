import {
  loadInstallWords,
  loadPacks,
  loadPackTools,
  type InstallCommandWords,
  type InstalledSkill,
  type InstallPlan,
  type PlannedSkill,
} from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { wordBytes } from "../render/word-bytes.ts";
import { confirm } from "./confirm.ts";
import { readPackKey } from "./pack-key.ts";
import { usage } from "./run-flags.ts";
import { plain } from "./skills-place.ts";

export interface InstallFlags {
  passphraseFile?: string;
  identity?: string;
  requireTrusted?: boolean;
  frozen?: boolean;
  yes?: boolean;
  name?: string;
  project?: boolean;
  acceptSigner?: string[];
  allowDowngrade?: boolean;
}

type Words = InstallCommandWords;
const withVersion = (version: string | undefined): string =>
  version === undefined ? "" : ` ${plain(version)}`;

function wordSkill(skill: PlannedSkill, words: Words): string[] {
  const { name, description, version, folder, files, bytes, wishes, signer, before } = skill;
  const lines = [
    words("skill", { name: plain(name), version: withVersion(version), description: plain(description) }),
    skill.sealed
      ? words("sealedTarget", { folder: plain(folder) })
      : words("target", { folder: plain(folder), files, size: wordBytes(bytes) }),
  ];
  if (skill.same) lines.push(words("same"));
  else if (before) lines.push(words("update", { version: withVersion(before.version) }));
  if (signer) {
    const shown = signer.name === undefined ? signer.fingerprint : `${signer.name} (${signer.fingerprint})`;
    lines.push(words(`signer.${signer.state}`, { signer: plain(shown) }));
  }
  if (wishes.allowedTools.length > 0)
    lines.push(words("asks", { rules: plain(wishes.allowedTools.join(", ")) }));
  if (wishes.hooks.length > 0) lines.push(words("hooks", { events: plain(wishes.hooks.join(", ")) }));
  if (wishes.mcpServers.length > 0)
    lines.push(words("servers", { names: plain(wishes.mcpServers.join(", ")) }));
  if (wishes.scripts.length > 0) lines.push(words("scripts", { names: plain(wishes.scripts.join(", ")) }));
  if (signer && signer.state !== "trusted" && (wishes.allowedTools.length > 0 || wishes.hooks.length > 0))
    lines.push(words("untrusted", { fingerprint: signer.fingerprint }));
  for (const severity of ["error", "warning"] as const)
    for (const { code, message } of skill[`${severity}s`])
      lines.push(words("finding", { severity: words(severity), code, message: plain(message) }));
  return lines.map((line, index) => (index === 0 ? line : `  ${line}`));
}

function wordPlan(plan: InstallPlan, words: Words): string {
  const lines = [words("from", { source: plain(plan.source), kind: words(`kind.${plan.kind}`) })];
  if (plan.commit !== undefined) lines.push(`  ${words("commit", { commit: plan.commit })}`);
  for (const skill of plan.skills) lines.push(...wordSkill(skill, words));
  for (const { path, reason } of plan.leftOut.slice(0, 20))
    lines.push(words("leftOut", { path: plain(path), reason }));
  return lines.join("\n");
}

function isTerminal(context: CliContext): boolean {
  return !context.json && context.stdinIsTty && context.stderr.isTTY === true;
}

/** What a person at a terminal agrees to, one question for each; the flags where nobody sits there. */
async function agree(
  context: CliContext,
  plan: InstallPlan,
  flags: InstallFlags,
  words: Words,
): Promise<{ acceptSigners: string[]; allowDowngrade: boolean; replace: boolean } | undefined> {
  const agreed = {
    acceptSigners: [...(flags.acceptSigner ?? [])],
    allowDowngrade: flags.allowDowngrade ?? false,
    replace: flags.yes ?? false,
  };
  if (!isTerminal(context)) return agreed;
  const open = plan.skills.flatMap((skill) => (skill.same ? [] : skill.approvals));
  for (const approval of open) {
    const isKnown =
      approval.kind === "signer"
        ? agreed.acceptSigners.includes(approval.to)
        : approval.kind === "downgrade"
          ? agreed.allowDowngrade
          : agreed.replace;
    if (isKnown) continue;
    if (!(await confirm(context, `${plain(approval.message)}\n${words("confirmAgain")}`))) return undefined;
    if (approval.kind === "signer") agreed.acceptSigners.push(approval.to);
    else if (approval.kind === "downgrade") agreed.allowDowngrade = true;
    else agreed.replace = true;
  }
  const isNew = plan.skills.some((skill) => !skill.same);
  if (open.length === 0 && isNew && !flags.yes && !(await confirm(context, words("confirm"))))
    return undefined;
  return agreed;
}

function printInstalled(context: CliContext, installed: readonly InstalledSkill[], words: Words): void {
  for (const { name, version, folder, changed } of installed)
    context.print(
      changed
        ? words("installed", { name: plain(name), version: withVersion(version), folder: plain(folder) })
        : words("already", { name: plain(name), folder: plain(folder) }),
    );
}

/** `skillmint skills install [source]` */
export async function installSkills(
  context: CliContext,
  source: string | undefined,
  flags: InstallFlags,
): Promise<number> {
  const words = await loadInstallWords(context.language);
  const packs = await loadPacks(context);
  const key = await readPackKey(context, await loadPackTools(context), flags);
  const tell = (step: "fetching" | "checking" | "writing"): void => {
    if (!context.json && !context.quiet && context.stderr.isTTY === true)
      context.stderr.write(`${words(`step.${step}`)}\n`);
  };
  const { name, project = false, requireTrusted = false } = flags;
  const options = {
    folder: context.cwd,
    project,
    signal: context.signal,
    onProgress: tell,
    ...(key ? { key } : {}),
    ...(name === undefined ? {} : { name }),
  };
  if (flags.frozen) {
    const installed = await packs.installFrozen({
      ...options,
      requireTrusted,
      acceptSigners: flags.acceptSigner ?? [],
      allowDowngrade: flags.allowDowngrade ?? false,
      replace: flags.yes ?? false,
      ...(source === undefined ? {} : { source }),
    });
    if (context.json) context.printJson({ installed });
    else printInstalled(context, installed, words);
    return 0;
  }
  if (source === undefined) throw usage(words("noSource"));
  const { plan, install } = await packs.prepare(source, options);
  if (!context.json) context.print(wordPlan(plan, words));
  const agreed = await agree(context, plan, flags, words);
  if (!agreed) {
    context.print(words("kept"));
    return 1;
  }
  const installed = await install({ ...agreed, requireTrusted });
  if (context.json) context.printJson({ ...plan, installed });
  else printInstalled(context, installed, words);
  return 0;
}
