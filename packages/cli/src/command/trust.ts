import { resolve } from "node:path";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";

export interface TrustFlags {
  list?: boolean;
  remove?: boolean;
  force?: boolean;
}

const trustOf = async (context: CliContext) => (await context.runtime()).settings.trust;

/** A path as one line that shows every character of it. */
const wordPath = (path: string): string => oneLine(path, 4096);

async function listTrusted(context: CliContext): Promise<number> {
  const folders = await (await trustOf(context)).list();
  if (context.json) context.printJson(folders);
  else if (folders.length === 0) context.print(context.t("cli.noTrusted"));
  else for (const { folder } of folders) context.print(wordPath(folder));
  return 0;
}

async function removeTrust(context: CliContext, path: string): Promise<number> {
  const change = await (await trustOf(context)).untrust(path);
  const folder = wordPath(change.folder);
  if (context.json) context.printJson({ ...change, trusted: change.coveredBy !== undefined });
  else if (change.coveredBy !== undefined)
    context.print(context.t("cli.untrustedAround", { folder, around: wordPath(change.coveredBy) }));
  else context.print(context.t(change.changed ? "cli.untrusted" : "cli.untrustedNot", { folder }));
  return 0;
}

async function addTrust(context: CliContext, path: string, force: boolean): Promise<number> {
  const trust = await trustOf(context);
  const names = await trust.findIgnored(path);
  const change = await trust.trust(path, { force });
  const folder = wordPath(change.folder);
  if (context.json) {
    context.printJson({ ...change, trusted: true, names });
    return 0;
  }
  if (change.coveredBy !== undefined)
    context.print(context.t("cli.trustedAround", { folder, around: wordPath(change.coveredBy) }));
  else context.print(context.t(change.changed ? "cli.trusted" : "cli.trustedAlready", { folder }));
  for (const name of names) context.print(`  ${name}`);
  return 0;
}

/** `skillmint trust [folder]` */
export async function trustCommand(
  context: CliContext,
  folder: string | undefined,
  flags: TrustFlags,
): Promise<number> {
  if (flags.list) return listTrusted(context);
  const path = resolve(context.cwd, folder ?? ".");
  return flags.remove ? removeTrust(context, path) : addTrust(context, path, flags.force === true);
}

/** One line about what the folder brings along and what has no effect yet; `undefined` where there is nothing to say. */
export async function wordIgnored(context: CliContext): Promise<string | undefined> {
  const names = await (await trustOf(context)).findIgnored(context.cwd);
  return names.length === 0 ? undefined : context.t("cli.ignoredHere", { names: names.join(", ") });
}
