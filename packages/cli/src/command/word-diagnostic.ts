import type { Diagnostic } from "@skillmint/core/protocol";
import { oneLine } from "../render/sanitize.ts";

/** `path:line:column: message`, on one line. */
export function wordDiagnostic({ path, line, column, message }: Diagnostic): string {
  const place = [path, line, column].filter((part) => part !== undefined).join(":");
  return oneLine(`${place}: ${message}`, 4096);
}
