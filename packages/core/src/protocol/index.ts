export * from "./apply-event.ts";
export * from "./content.ts";
export {
  callStatus,
  endReason,
  permissionAnswer,
  stopReason,
  type CallStatus,
  type EndReason,
  type PermissionAnswer,
  type ShellEnd,
  type StopReason,
} from "./durable-schema.ts";
export * from "./error.ts";
export * from "./event.ts";
export * from "./id.ts";
export * from "./settings.ts";
export * from "./spill.ts";
export * from "./text/index.ts";
export * from "./usage.ts";
export * from "./view.ts";
