import { readFile } from "node:fs/promises";
import { z } from "zod";
import { withFileLock } from "../../environment/file-lock.ts";
import { ensureFolder } from "../../environment/home.ts";
import { writeAtomic } from "../../environment/write-atomic.ts";
import type { PackSigner } from "../../pack/verified-pack.ts";
import { SkillmintError } from "../../protocol/index.ts";
import { refuseInstall, type InstallWords } from "./install-words.ts";

const storedSigner = z.strictObject({
  publicKey: z.string(),
  fingerprint: z.string(),
  /** What the person calls it. */
  name: z.string().optional(),
  firstSeen: z.string(),
  trusted: z.boolean(),
});
/** A key that signed something a person installed, or that they trust. */
export type Signer = z.infer<typeof storedSigner>;

const signersSchema = z.looseObject({ version: z.literal(1), signers: z.array(storedSigner) });

export interface Signers {
  list(): Promise<Signer[]>;
  find(fingerprint: string): Promise<Signer | undefined>;
  /** Notes a key that was seen for the first time; one that is known stays as it is. */
  record(signer: PackSigner): Promise<void>;
  /** By fingerprint, name or public key; a public key need not be known. */
  trust(signer: string, options?: { name?: string }): Promise<Signer>;
  /** Takes the trust in a key back; it stays known. */
  distrust(signer: string): Promise<Signer>;
  /** Forgets a key and the trust in it. */
  remove(signer: string): Promise<Signer>;
}

export interface SignersOptions {
  /** The trust store. */
  file: string;
  /** The folder it lies in. */
  folder: string;
  words: InstallWords;
}

export function createSigners({ file, folder, words }: SignersOptions): Signers {
  async function list(): Promise<Signer[]> {
    try {
      return signersSchema.parse(JSON.parse(await readFile(file, "utf8"))).signers;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "ENOENT") return [];
      if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError) && code === undefined)
        throw error;
      const reason = error instanceof Error ? error.message.slice(0, 200) : "";
      throw refuseInstall(words("lock.unreadable", { file, reason }), error);
    }
  }

  async function change<T>(work: (signers: Signer[]) => T): Promise<T> {
    await ensureFolder(folder);
    return withFileLock(file, async ({ isHeld }) => {
      const signers = await list();
      const result = work(signers);
      await writeAtomic(file, `${JSON.stringify({ version: 1, signers }, null, 2)}\n`, isHeld);
      return result;
    });
  }

  function pick(signers: readonly Signer[], text: string): Signer {
    const fits = (signer: Signer): boolean =>
      signer.fingerprint === text ||
      signer.fingerprint === `SHA256:${text}` ||
      signer.name === text ||
      signer.publicKey === text;
    const found = signers.filter(fits);
    const [first, second] = found;
    const known = (second ? found : signers).map(({ fingerprint }) => fingerprint).join(", ") || "–";
    if (!first) throw usage(words("signer.unknown", { signer: text.slice(0, 200), known }));
    if (second) throw usage(words("signer.several", { signer: text.slice(0, 200), known }));
    return first;
  }

  return {
    list,
    find: async (fingerprint) => (await list()).find((signer) => signer.fingerprint === fingerprint),
    async record(signer) {
      if ((await list()).some(({ fingerprint }) => fingerprint === signer.fingerprint)) return;
      await change((signers) => void meet(signers, signer));
    },
    async trust(text, { name } = {}) {
      const key = await parseKey(text.trim(), words);
      return change((signers) => {
        const signer = key ? meet(signers, key) : pick(signers, text.trim());
        signer.trusted = true;
        if (name !== undefined) signer.name = name;
        return signer;
      });
    },
    distrust: (text) =>
      change((signers) => {
        const signer = pick(signers, text.trim());
        signer.trusted = false;
        return signer;
      }),
    remove: (text) =>
      change((signers) => {
        const signer = pick(signers, text.trim());
        signers.splice(signers.indexOf(signer), 1);
        return signer;
      }),
  };
}

/** The entry of a key, a new one where it was never seen. */
function meet(signers: Signer[], { publicKey, fingerprint }: PackSigner): Signer {
  const known = signers.find((signer) => signer.fingerprint === fingerprint);
  const signer = known ?? { publicKey, fingerprint, firstSeen: new Date().toISOString(), trusted: false };
  if (!known) signers.push(signer);
  return signer;
}

function usage(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

/** A line of a `.pub` file; `undefined` for a fingerprint or a name. */
async function parseKey(text: string, words: InstallWords): Promise<PackSigner | undefined> {
  if (!/^(?:ssh-|ecdsa-|sk-)\S+ /.test(text)) return undefined;
  const { readSshPublicKey } = await import("../../pack/ssh-public-key.ts");
  const [, blob = ""] = text.split(/\s+/);
  const key = readSshPublicKey(Buffer.from(blob, "base64"));
  if ("fault" in key) throw usage(words("signer.bad", { signer: text.slice(0, 100) }));
  return key.signer;
}
