import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../define-tool.ts";
import { findShell, shellAliases, wordStatus } from "./find-shell.ts";

export function createKillShellTool(t: Translate): Tool {
  return defineTool({
    name: "KillShell",
    description: t("shell.kill.description"),
    input: z.object({ shell: z.coerce.string().describe(t("shell.shell")) }),
    aliases: shellAliases,
    // It can only end what this session was allowed to start: nobody has to be asked again.
    effect: "interact",
    describe: (input) => ({ title: `KillShell ${input.shell}`, resources: [] }),
    async run(input, context) {
      const { shells, shell } = await findShell(input.shell, context);
      const names = { shell: shell.shellId, pid: shell.pid };
      const before = await shells.look(shell);
      await context.begin();
      const after = await shells.end(shell);
      const details = { ...names, ...after };
      const status = wordStatus(after, context.t);
      if (after.state !== "ended") {
        throw new ToolFailure(context.t("shell.state", { shell: shell.shellId, status }), { details });
      }
      if (before.state === "running") return textResult(context.t("shell.kill.done", names), details);
      return textResult(context.t("shell.kill.already", { ...names, status }), details);
    },
  });
}
