/** What a tool does to the world. `read` runs at once and in parallel; the gate judges the rest. */
export type Effect = "read" | "write" | "execute" | "network" | "interact";

/** What a call touches, for the gate and for the person who is asked: real paths, the whole command. */
export type Resource =
  | { kind: "path"; path: string; access: "read" | "write"; outside: boolean }
  | { kind: "command"; command: string; folder: string }
  | { kind: "url"; url: string };

export interface GateRequest {
  tool: string;
  effect: Effect;
  resources: readonly Resource[];
}

/** The one text of a resource that an exact rule names. */
export function resourceText(resource: Resource): string {
  if (resource.kind === "path") return resource.path;
  return resource.kind === "command" ? resource.command : resource.url;
}
