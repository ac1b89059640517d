import { languages, type Language } from "../../../protocol/index.ts";
import type { PackManifest } from "../../../pack/manifest.ts";
import { writeSkillFile } from "../../../skill/parse/write-skill.ts";
import { createInstallWords } from "../install-words.ts";

type About = Pick<PackManifest, "name" | "description">;

/** What stands on disk for a sealed skill: what everyone may know of it. */
export function writeStub({ name, description }: About, language: Language): Uint8Array {
  const words = createInstallWords(language);
  const body = `${words("sealed.stub")}\n\n${words("sealed.protects")}`;
  return new TextEncoder().encode(writeSkillFile({ name, description }, body));
}

/** Whether these are the words that stand for this very skill, in any language. */
export function isStub(bytes: Uint8Array, about: About): boolean {
  return languages.some((language) => Buffer.from(writeStub(about, language)).equals(bytes));
}
