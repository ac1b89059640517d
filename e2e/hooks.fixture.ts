import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eventsOf, type CliResult, type useStage } from "./kit.ts";

export type HookFile = Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;

/** One command for one event, as configuration files say it. */
export function hook(command: string, matcher?: string, more: Record<string, unknown> = {}) {
  return [{ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: "command", command, ...more }] }];
}

/** Appends what it reads as one line to a file of the workspace. */
export const record = (name: string): string => `{ cat; echo; } >> ${name}`;

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export async function put(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
}

/** What hooks told the model. */
export function notes(result: CliResult): string[] {
  return eventsOf(result, "note.added")
    .filter(({ kind }) => kind === "hook")
    .map(({ text }) => text);
}

export function results(result: CliResult): string[] {
  return eventsOf(result, "tool.settled").map(({ content }) =>
    content.map((part) => (part.type === "text" ? part.text : "")).join(""),
  );
}

export const isChild = (system: string): boolean => system.includes("focused sub-agent");

/** Places and files of one stage. */
export function hookFiles(stage: ReturnType<typeof useStage>) {
  const at = (path: string): string => join(stage.temp.folder, path);
  const home = (path: string): string => join(stage.temp.home, path);
  return {
    at,
    home,
    /** The person's own configuration. */
    mine: (hooks: HookFile): Promise<void> => put(home(".skillmint/config.jsonc"), { hooks }),
    /** What `record` wrote. */
    async lines(name: string): Promise<Record<string, unknown>[]> {
      const text = await readFile(at(name), "utf8").catch(() => "");
      const all = text.split("\n").filter((line) => line !== "");
      return all.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}
