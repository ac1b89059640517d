import { chmod, stat } from "node:fs/promises";
import { z } from "zod";
import type { Diagnostic } from "../protocol/index.ts";
import type { Words } from "./environment-texts.ts";
import { asHomeError, type Home } from "./home.ts";
import { validateJsonc } from "./jsonc-document.ts";
import { readJsonc, updateJsonc } from "./jsonc-file.ts";

const storedKey = z.strictObject({ key: z.string().min(1), host: z.string().min(1) });
export type StoredKey = z.infer<typeof storedKey>;

/** `keys` are bound to a host each, `secrets` are what `${secret:name}` refers to. */
const secretFileSchema = z.looseObject({
  keys: z.record(z.string(), storedKey).optional(),
  secrets: z.record(z.string(), z.string().min(1)).optional(),
});

export interface SecretFile {
  read(): Promise<{ keys: Record<string, StoredKey>; secrets: Record<string, string> }>;
  /** `undefined` removes. Resolves to whether anything changed. */
  write(kind: "keys", name: string, value: StoredKey | undefined): Promise<boolean>;
  write(kind: "secrets", name: string, value: string | undefined): Promise<boolean>;
}

async function isReadableByOthers(file: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  try {
    return ((await stat(file)).mode & 0o077) !== 0;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return false;
    throw error;
  }
}

/** The 0600 file of secrets. One that others could read is corrected before it is read, and reported. */
export function createSecretFile(
  home: Pick<Home, "secrets">,
  words: Words,
  report: (diagnostic: Diagnostic) => void,
): SecretFile {
  const file = home.secrets;
  return {
    read: async () => {
      if (await isReadableByOthers(file)) {
        await asHomeError(file, () => chmod(file, 0o600));
        report({ path: file, severity: "warning", code: "mode-fixed", message: words("secret.modeFixed") });
      }
      const { keys = {}, secrets = {} } = validateJsonc(
        await readJsonc(file, words),
        secretFileSchema,
        words,
      );
      return { keys, secrets };
    },
    write: (kind: string, name: string, value: unknown) =>
      updateJsonc(file, secretFileSchema, () => [[[kind, name], value]], words),
  };
}
