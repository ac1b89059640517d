import { cutText, type ShellView, type Translate } from "../../protocol/index.ts";
import { maxShellBytes } from "../../workspace/background-shell.ts";
import type { SessionShells, ShellStatus } from "../../workspace/background-shells.ts";
import { escapeControls } from "../../workspace/escape-controls.ts";
import { ToolFailure, type ToolContext } from "../define-tool.ts";

/** Other spellings of the parameter that names a shell. */
export const shellAliases = { bash_id: "shell", shell_id: "shell", pid: "shell", id: "shell" };
const commandChars = 100;
const listed = 20;

export function wordStatus(status: ShellStatus, t: Translate): string {
  if (status.state === "running") return t("shell.status.running");
  if (status.state === "unknown") return t("shell.status.unknown");
  const { exitCode, reason } = status;
  if (reason === "output-limit") return t("shell.status.flooded", { limit: maxShellBytes / 1024 / 1024 });
  if (reason === "output-failed") return t("shell.status.unwritable");
  if (reason === "lost" || reason === "closed" || reason === "killed") return t(`shell.status.${reason}`);
  return exitCode === null ? t("shell.status.signal") : t("shell.status.code", { code: exitCode });
}

/** One line for each shell, newest first. */
export async function listShells(
  shells: SessionShells,
  t: Translate,
  options: { running?: boolean } = {},
): Promise<string> {
  const rows = await Promise.all(
    shells.list().map(async (shell) => ({ shell, status: await shells.look(shell) })),
  );
  return rows
    .filter(({ status }) => options.running !== true || status.state === "running")
    .reverse()
    .slice(0, listed)
    .map(({ shell, status }) =>
      t("shell.row", {
        shell: shell.shellId,
        pid: shell.pid,
        status: wordStatus(status, t),
        command: escapeControls(cutText(shell.command, commandChars)),
      }),
    )
    .join("\n");
}

/**
 * The shell of this session that is meant, by id or process id. Only those of the session can be: a process id
 * that is none of theirs is refused like an unknown one, with the list of what there is.
 */
export async function findShell(
  asked: string,
  context: ToolContext,
): Promise<{ shells: SessionShells; shell: ShellView }> {
  const { shells, t } = context;
  const known = shells?.list() ?? [];
  if (shells === undefined || known.length === 0) throw new ToolFailure(t("shell.none"));
  const name = asked.trim();
  const byPid = known.filter((shell) => String(shell.pid) === name);
  const shell =
    known.find((one) => one.shellId === name) ??
    byPid.findLast((one) => one.state === "running") ??
    byPid.at(-1);
  if (shell) return { shells, shell };
  throw new ToolFailure(
    t("shell.notFound", {
      shell: escapeControls(cutText(name, commandChars)),
      shells: await listShells(shells, t),
    }),
  );
}
