import type { Words } from "./environment-texts.ts";
import type { HookOrigin } from "./hook.ts";
import { locate, type JsoncDocument } from "./jsonc-document.ts";
import type { ReadHooks } from "./read-hooks.ts";

/** The `hooks` of a configuration file, and whether it switches them off, whatever else it holds. */
export async function hooksOfDocument(
  document: JsoncDocument,
  origin: HookOrigin,
  words: Words,
): Promise<ReadHooks> {
  const said = document.value as { hooks?: unknown; disableAllHooks?: unknown } | null;
  if (said?.disableAllHooks === true) return { hooks: [], areOff: true, diagnostics: [] };
  const value = said?.hooks;
  if (value === undefined) return { hooks: [], diagnostics: [] };
  const { readHooks } = await import("./read-hooks.ts");
  return readHooks(value, {
    file: document.file,
    origin,
    locate: (path) => locate(document, path),
    t: words,
  });
}
