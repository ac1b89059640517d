export * from "./apply-event.ts";
export * from "./content.ts";
export * from "./context-parts.ts";
export {
  callStatus,
  endReason,
  permissionAnswer,
  stopReason,
  type CallStatus,
  type EndReason,
  type PermissionAnswer,
  type Question,
  type ShellEnd,
  type StopReason,
  type Todo,
} from "./durable-schema.ts";
export * from "./diagnostic.ts";
export * from "./edit-distance.ts";
export * from "./error.ts";
export * from "./event.ts";
export * from "./export-format.ts";
export * from "./id.ts";
export type { InstructionSource } from "./instruction-source.ts";
export * from "./read-answers.ts";
export type { RunResult } from "./run-result.ts";
export * from "./settings.ts";
export * from "./sealed.ts";
export * from "./spill.ts";
export * from "./text/area.ts";
export { defineTexts } from "./text/define-texts.ts";
export * from "./text/explain.ts";
export * from "./text/index.ts";
export * from "./tool-names.ts";
export * from "./usage.ts";
export * from "./view.ts";
