import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { z } from "zod";
import type { Language } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";
import { withFileLock } from "./file-lock.ts";
import { ensureFolder } from "./home.ts";
import { validateJsonc } from "./jsonc-document.ts";
import { readJsonc, updateJsonc } from "./jsonc-file.ts";

/** What logins to servers gave, by the address of each. */
export interface TokenFile {
  get(address: string): Promise<string | undefined>;
  set(address: string, value: string): Promise<void>;
  delete(address: string): Promise<void>;
  /** Runs `work` while no other process does for the same address; it should take less than ten seconds. */
  alone<T>(address: string, work: () => Promise<T>): Promise<T>;
}

const schema = z.record(z.string(), z.string());

/** The 0600 file of logins. */
export function createTokenFile(file: string, language?: Language): TokenFile {
  const words = createWords(language);
  return {
    async get(address) {
      const tokens = validateJsonc(await readJsonc(file, words), schema, words);
      return Object.hasOwn(tokens, address) ? tokens[address] : undefined;
    },
    async set(address, value) {
      await updateJsonc(file, schema, () => [[[address], value]], words);
    },
    async delete(address) {
      await updateJsonc(file, schema, () => [[[address], undefined]], words);
    },
    async alone(address, work) {
      await ensureFolder(dirname(file));
      const name = createHash("sha256").update(address).digest("hex").slice(0, 16);
      return withFileLock(`${file}.${name}`, work);
    },
  };
}
