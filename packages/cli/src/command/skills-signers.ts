import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { loadInstallWords, loadPacks } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { confirm } from "./confirm.ts";
import { plain } from "./skills-place.ts";

/** `skillmint skills signers list` */
export async function listSigners(context: CliContext): Promise<number> {
  const words = await loadInstallWords(context.language);
  const packs = await loadPacks(context);
  const signers = await packs.signers.list();
  if (context.json) context.printJson(signers);
  else if (signers.length === 0) context.print(words("noSigners"));
  for (const { fingerprint, name, trusted, firstSeen } of context.json ? [] : signers) {
    const parts = [
      fingerprint,
      ...(name === undefined ? [] : [plain(name)]),
      words(trusted ? "trusted" : "notTrusted"),
      words("since", { date: firstSeen.slice(0, 10) }),
    ];
    context.print(parts.join("  "));
  }
  return 0;
}

/** A public key file counts as the key in it. */
async function readSigner(context: CliContext, text: string): Promise<string> {
  if (!text.endsWith(".pub")) return text;
  try {
    return (await readFile(resolve(context.cwd, text), "utf8")).trim();
  } catch (error) {
    // A name may end so too.
    if ((error as { code?: string }).code === "ENOENT") return text;
    throw error;
  }
}

/** `skillmint skills signers trust <fingerprint, name, key or .pub file>` */
export async function trustSigner(
  context: CliContext,
  signer: string,
  flags: { name?: string; yes?: boolean },
): Promise<number> {
  const words = await loadInstallWords(context.language);
  const { signers } = await loadPacks(context);
  const text = await readSigner(context, signer);
  const known = await signers.find(text);
  const isTerminal = !context.json && context.stdinIsTty && context.stderr.isTTY === true;
  const question = words("confirmTrust", { fingerprint: plain(known?.fingerprint ?? text) });
  if (!flags.yes && isTerminal && !(await confirm(context, question))) return 1;
  const trusted = await signers.trust(text, flags.name === undefined ? {} : { name: flags.name });
  if (context.json) context.printJson(trusted);
  else context.print(words("trustedNow", { fingerprint: trusted.fingerprint }));
  return 0;
}

/** `skillmint skills signers remove <signer>` */
export async function removeSigner(context: CliContext, signer: string): Promise<number> {
  const words = await loadInstallWords(context.language);
  const { signers } = await loadPacks(context);
  const removed = await signers.remove(await readSigner(context, signer));
  if (context.json) context.printJson(removed);
  else context.print(words("signerRemoved", { fingerprint: removed.fingerprint }));
  return 0;
}
