export * from "./demo-script.ts";
export * from "./in-process-model.ts";
export * from "./load-script.ts";
export * from "./script.ts";
export * from "./scripted-model.ts";
export * from "./temp-workspace.ts";
