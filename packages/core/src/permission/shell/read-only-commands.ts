import { filePrograms } from "./file-programs.ts";
import { gitPrograms } from "./git-programs.ts";
import { packagePrograms } from "./package-programs.ts";
import type { ReadOnlyProgram } from "./program.ts";
import { systemPrograms } from "./system-programs.ts";
import { textPrograms } from "./text-programs.ts";

const families = [filePrograms, textPrograms, gitPrograms, systemPrograms, packagePrograms];

/** The program of a command word: by bare name, or in a folder of the system. Nothing a workspace could hold. */
export function findReadOnlyProgram(word: string): ReadOnlyProgram | undefined {
  const name = word.replace(/^\/(?:usr\/)?bin\//, "");
  return families.find((family) => Object.hasOwn(family, name))?.[name];
}
