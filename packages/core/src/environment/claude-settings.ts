import { SkillmintError, type Diagnostic } from "../protocol/index.ts";
import type { Words } from "./environment-texts.ts";
import type { HookOrigin } from "./hook.ts";
import { hooksOfDocument } from "./hooks-of-document.ts";
import { readJsonc } from "./jsonc-file.ts";
import type { ReadHooks } from "./read-hooks.ts";

/**
 * The hooks of another client's `settings.json`; nothing else of it counts here. It is not our format: one that
 * cannot be understood is a diagnostic.
 */
export async function loadClaudeHooks(file: string, origin: HookOrigin, words: Words): Promise<ReadHooks> {
  try {
    return await hooksOfDocument(await readJsonc(file, words), origin, words);
  } catch (error) {
    if (!SkillmintError.is(error) || error.code !== "config-unreadable") throw error;
    const { line, column, message } = error.params;
    const diagnostic: Diagnostic = {
      path: file,
      line: Number(line),
      column: Number(column),
      severity: "warning",
      code: error.code,
      message: words("hooks.unreadable", { problem: String(message) }),
    };
    return { hooks: [], diagnostics: [diagnostic] };
  }
}
