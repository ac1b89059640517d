import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { createPack } from "../../pack/create-pack.ts";
import type { PackFile } from "../../pack/pack-file.ts";
import type { PackSeal } from "../../pack/verified-pack.ts";
import { createSshKey, readSshPrivateKey } from "../../pack/ssh-key.ts";
import { explain, SkillmintError } from "../../protocol/index.ts";
import { createTempWorkspace, type TempWorkspace } from "../../testing/index.ts";
import { openPacks } from "./open-packs.ts";
import type { Packs } from "./packs.ts";

export const skillText = (name: string, body = "Do it.", more = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\n${body}\n`;

export const file = (path: string, text: string, executable = false): PackFile => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable,
});

/** A new identity of age, and the recipient that packs are sealed for. */
export async function makeIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateIdentity, identityToRecipient } = await import("age-encryption");
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export interface Author {
  fingerprint: string;
  publicKey: string;
  pack(
    name: string,
    options?: {
      version?: string;
      files?: readonly PackFile[];
      seal?: PackSeal;
      body?: string;
      more?: string;
      /** Instead of the whole SKILL.md. */
      text?: string;
    },
  ): Promise<Uint8Array>;
}

/** Somebody who signs packs with a key of their own. */
export async function createAuthor(): Promise<Author> {
  const { privateKey, publicKey } = createSshKey("author");
  const read = readSshPrivateKey(privateKey);
  if (read.kind !== "ready") throw new Error(read.kind);
  const { readSshPublicKey } = await import("../../pack/ssh-public-key.ts");
  const parsed = readSshPublicKey(Buffer.from(publicKey.split(" ")[1] ?? "", "base64"));
  if ("fault" in parsed) throw new Error(parsed.fault);
  return {
    ...parsed.signer,
    pack: (name, { version = "1.0.0", files = [], seal, body, more, text } = {}) =>
      createPack({
        files: [file("SKILL.md", text ?? skillText(name, body, more)), ...files],
        about: { id: name, name, description: `Does ${name}.`, version },
        key: read.key,
        workFactor: 4,
        ...(seal ? { seal } : {}),
      }),
  };
}

/** A home and a folder for each test, and the packs of that home. */
export function usePlaces() {
  let temp: TempWorkspace | undefined;
  let env: Record<string, string> = {};
  beforeEach(async () => {
    temp = await createTempWorkspace();
    env = { ...temp.env, GIT_CONFIG_NOSYSTEM: "1" };
  });
  afterEach(() => temp?.remove());
  const there = (): TempWorkspace => {
    if (!temp) throw new Error("only inside a test");
    return temp;
  };
  const places = {
    get folder() {
      return there().folder;
    },
    get home() {
      return join(there().home, ".skillmint");
    },
    get env() {
      return env;
    },
    packs: (): Packs => openPacks({ env, language: "en" }),
    at: (...parts: string[]) => join(there().folder, ...parts),
    async put(path: string, content: string | Uint8Array, mode?: number): Promise<string> {
      const full = join(there().folder, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, content);
      if (mode !== undefined) await chmod(full, mode);
      return full;
    },
    installed: (...parts: string[]) => join(there().home, ".skillmint", ...parts),
    read: (...parts: string[]) => readFile(join(there().home, ".skillmint", ...parts), "utf8"),
    async names(...parts: string[]): Promise<string[]> {
      const folder = join(there().home, ".skillmint", ...parts);
      const names: string[] = await readdir(folder).catch(() => []);
      return names.sort();
    },
    /** Every path below the home, hidden ones too. */
    async all(): Promise<string[]> {
      const entries = await readdir(there().home, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    },
  };
  return places;
}

/** What something is refused with, in words: `code: message`. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (!SkillmintError.is(error)) throw error;
    return `${error.code}: ${explain(error, "en")}`;
  }
  return "done";
}
