import { resolve } from "node:path";
import { explain, SkillmintError } from "@skillmint/core/protocol";
import { loadPackTools, type PackTools, type VerifiedPack } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { wordBytes } from "../render/word-bytes.ts";
import { plain } from "./skills-place.ts";

/** What a person called a signer, and whether they trust it. */
type KnownSigner = Awaited<ReturnType<PackTools["findSigner"]>>;

function contentOf({ words }: PackTools, { content }: VerifiedPack): string {
  if (!content.sealed) return words("cliPack.open");
  return words(content.sealedFor === "passphrase" ? "cliPack.sealedPassphrase" : "cliPack.sealedKeys");
}

function signerOf({ words }: PackTools, fingerprint: string, known: KnownSigner): string {
  if (!known) return words("cliPack.unknown");
  return `${known.name ?? fingerprint} (${words(known.trusted ? "cliPack.trusted" : "cliPack.notTrusted")})`;
}

function factsOf(tools: PackTools, pack: VerifiedPack, known: KnownSigner): [string, string | undefined][] {
  const { words } = tools;
  const { manifest, signer, digest, size } = pack;
  return [
    [words("cliPack.name"), manifest.name],
    [words("cliPack.version"), manifest.version],
    [words("cliPack.description"), manifest.description],
    [words("cliPack.author"), manifest.author],
    [words("cliPack.license"), manifest.license],
    [words("cliPack.model"), manifest.recommendedModel],
    [words("cliPack.needs"), manifest.requirements?.map(({ kind, name }) => `${name} (${kind})`).join(", ")],
    [words("cliPack.signer"), signerOf(tools, signer.fingerprint, known)],
    [words("cliPack.fingerprint"), signer.fingerprint],
    [words("cliPack.content"), contentOf(tools, pack)],
    [words("cliPack.digest"), digest],
    [words("cliPack.size"), wordBytes(size)],
  ];
}

function filesOf({ content }: VerifiedPack) {
  if (content.sealed) return undefined;
  return content.files.map(({ path, bytes, executable }) => ({ path, size: bytes.length, executable }));
}

function toJson(pack: VerifiedPack, known: KnownSigner) {
  const { manifest, signer, digest, size, content } = pack;
  const { files: _, content: __, ...about } = manifest;
  return {
    valid: true,
    ...about,
    ...(content.sealed ? { sealedFor: content.sealedFor } : {}),
    signer: known ? (known.name ?? signer.fingerprint) : "unknown",
    trusted: known?.trusted ?? false,
    ...signer,
    digest,
    size,
    files: filesOf(pack),
  };
}

/** `skillmint skills verify <file>`: exit code 0 for a whole pack with a right signature, whoever made it. */
export async function verifyPack(context: CliContext, file: string): Promise<number> {
  const { env, language } = context;
  const tools = await loadPackTools({ env, language });
  const pack = await tools.verify(resolve(context.cwd, file)).catch((error: unknown) => {
    if (!context.json || !SkillmintError.is(error)) throw error;
    return error;
  });
  if (SkillmintError.is(pack)) {
    const { reason = pack.code } = pack.params;
    context.printJson({ valid: false, code: pack.code, reason, message: explain(pack, language) });
    return 1;
  }
  const known = await tools.findSigner(pack.signer.fingerprint);
  if (context.json) {
    context.printJson(toJson(pack, known));
    return 0;
  }
  for (const [name, value] of factsOf(tools, pack, known))
    if (value !== undefined && value !== "") context.print(`${name}: ${plain(value)}`);
  const files = filesOf(pack);
  if (files) context.print(`${tools.words("cliPack.files")}:`);
  for (const { path, size } of files ?? []) context.print(`  ${plain(path)} (${wordBytes(size)})`);
  if (!context.quiet) context.stderr.write(`${tools.words("cliPack.valid")}\n`);
  return 0;
}
