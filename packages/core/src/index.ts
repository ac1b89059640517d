export {
  createRuntime,
  readLanguage,
  type RunOptions,
  type Runtime,
  type RuntimeOptions,
} from "./runtime.ts";
export type { Attachment, Admitted, PromptOptions } from "./runtime/prompt.ts";
export type { RunResult } from "./runtime/run-result.ts";
export type { Sessions } from "./runtime/sessions.ts";
export type { Models, ModelTest, ProviderStatus } from "./runtime/models.ts";
export type { ModelChoice, Why } from "./runtime/choose-model.ts";
export {
  defineTool,
  textResult,
  ToolFailure,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "./tool/define-tool.ts";
export type { Model, ModelEvent, ModelMessage, ModelRequest } from "./model/model.ts";
export type { SearchHit, SessionSummary, Store } from "./session/store.ts";
export * from "./protocol/index.ts";
export { z } from "zod";
export { checkRipgrep } from "./tool/builtin/check-ripgrep.ts";
