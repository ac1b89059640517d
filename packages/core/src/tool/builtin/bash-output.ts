import { z } from "zod";
import type { ShellView, Translate } from "../../protocol/index.ts";
import type { ShellStatus } from "../../workspace/background-shells.ts";
import { readOutput } from "../../workspace/shell-output.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import { defineTool, type Tool, type ToolContext } from "../define-tool.ts";
import { filterLines } from "./filter-lines.ts";
import { findShell, shellAliases, wordStatus } from "./find-shell.ts";

/** What one call reads at most; the rest is there for the next one. */
const pieceBytes = 8 * 1024 * 1024;
const newline = 10;

export function createBashOutputTool(t: Translate): Tool {
  return defineTool({
    name: "BashOutput",
    description: t("shell.output.description"),
    input: z.object({
      shell: z.coerce.string().describe(t("shell.shell")),
      filter: z.string().optional().describe(t("shell.output.filter")),
    }),
    aliases: { ...shellAliases, pattern: "filter" },
    effect: "read",
    describe: (input) => ({ title: `BashOutput ${input.shell}`, resources: [] }),
    async run(input, context) {
      const { shells, shell } = await findShell(input.shell, context);
      // Looked at before its output is read: of a shell that had ended, nothing is missing then.
      const status = await shells.look(shell);
      const text = await readNew(shell, status, input.filter, context);
      const state = context.t("shell.state", {
        shell: shell.shellId,
        status: wordStatus(status, context.t),
      });
      return {
        content: [{ type: "text", text: `${text}\n${state}` }],
        details: { shell: shell.shellId, pid: shell.pid, ...status },
        keep: "ends",
      };
    },
  });
}

async function readNew(
  shell: ShellView,
  status: ShellStatus,
  filter: string | undefined,
  context: ToolContext,
): Promise<string> {
  const { memory, t } = context;
  const { outputFile } = shell;
  if (outputFile === undefined || status.state === "unknown") return t("shell.output.none");
  const key = `shell:read:${shell.shellId}`;
  const kept = memory.get(key);
  const from = typeof kept === "number" ? kept : 0;
  const [read] = await Promise.allSettled([readOutput(outputFile, from, pieceBytes)]);
  if (read.status === "rejected") {
    if (!(read.reason instanceof WorkspaceError)) throw read.reason;
    return t("shell.output.unreadable", { reason: read.reason.code });
  }
  const { bytes, size } = read.value;
  const isLast = status.state === "ended" && from + bytes.length >= size;
  const whole = bytes.subarray(0, isLast ? bytes.length : wholeLength(bytes, filter !== undefined));
  const text = await present(whole, filter, context);
  if (whole.length > 0) memory.set(key, from + whole.length);
  const more = size - from - bytes.length;
  return more > 0 ? `${text}\n${t("shell.output.more", { bytes: more })}` : text;
}

async function present(bytes: Uint8Array, filter: string | undefined, context: ToolContext): Promise<string> {
  if (bytes.length === 0) return context.t("shell.output.none");
  const shown = filter === undefined ? bytes : await filterLines(bytes, filter, context);
  if (shown.length === 0) return context.t("shell.output.noMatch");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(shown).trimEnd();
}

/** How much of what is still being printed can be shown: no half characters, and to a filter no half lines. */
function wholeLength(bytes: Uint8Array, lines: boolean): number {
  const end = bytes.lastIndexOf(newline) + 1;
  if (lines && (end > 0 || bytes.length < pieceBytes)) return end;
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? Math.max(0, start) : bytes.length;
}
