import { z } from "zod";
import type { Language } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";
import { validateJsonc } from "./jsonc-document.ts";
import { readJsonc, updateJsonc } from "./jsonc-file.ts";

/** What logins to servers gave, by the address of each. */
export interface TokenFile {
  get(address: string): Promise<string | undefined>;
  set(address: string, value: string): Promise<void>;
  delete(address: string): Promise<void>;
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
  };
}
