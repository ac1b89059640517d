import { createTranslate, type Translate } from "../../protocol/index.ts";
import type { Environment } from "../../workspace/child-environment.ts";
import type { Tool } from "../define-tool.ts";
import { createAskUserQuestionTool } from "./ask-user-question.ts";
import { createBashTool } from "./bash.ts";
import { createBashOutputTool } from "./bash-output.ts";
import { createEditTool } from "./edit.ts";
import { createEnterPlanModeTool } from "./enter-plan-mode.ts";
import { createExitPlanModeTool } from "./exit-plan-mode.ts";
import { createGlobTool } from "./glob.ts";
import { createGrepTool } from "./grep.ts";
import { createKillShellTool } from "./kill-shell.ts";
import { createLsTool } from "./ls.ts";
import { createNotebookEditTool } from "./notebook-edit.ts";
import { createReadTool } from "./read.ts";
import { createTodoWriteTool } from "./todo-write.ts";
import { createWriteTool } from "./write.ts";

export interface BuiltinOptions {
  /** Words descriptions and refusals. Default: English. */
  t?: Translate;
  /** What commands inherit, without its secrets. Default: the environment of this process. */
  environment?: Environment;
  /** Names of variables that commands get although they look like secrets. */
  keepVariables?: readonly string[];
}

/** The tools that every agent has. They hold no state of a session and may serve many. */
export function createBuiltinTools(options: BuiltinOptions = {}): Tool[] {
  const t = options.t ?? createTranslate("en");
  return [
    createReadTool(t),
    createWriteTool(t),
    createEditTool(t),
    createBashTool(t, {
      environment: options.environment ?? process.env,
      keepVariables: options.keepVariables ?? [],
    }),
    createBashOutputTool(t),
    createKillShellTool(t),
    createGlobTool(t),
    createGrepTool(t),
    createLsTool(t),
    createTodoWriteTool(t),
    createAskUserQuestionTool(t),
    createEnterPlanModeTool(t),
    createExitPlanModeTool(t),
  ];
}

/** Tools that a session offers when they are of use, and not with every request. */
export function createOnDemandTools(options: Pick<BuiltinOptions, "t"> = {}): Tool[] {
  return [createNotebookEditTool(options.t ?? createTranslate("en"))];
}
