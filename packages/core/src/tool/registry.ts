import { z } from "zod";
import type { ToolDefinition } from "../model/model.ts";
import { nearestNames } from "../model/nearest.ts";
import type { Tool } from "./define-tool.ts";

/** Other spellings that public skills and models use. */
const nameAliases: Record<string, string> = {
  read_file: "Read",
  readfile: "Read",
  view: "Read",
  write_file: "Write",
  writefile: "Write",
  edit_file: "Edit",
  str_replace: "Edit",
  shell: "Bash",
  bash_output: "BashOutput",
  kill_shell: "KillShell",
  killbash: "KillShell",
  run_shell_command: "Bash",
  execute_command: "Bash",
  list_files: "Glob",
  list_directory: "LS",
  list_dir: "LS",
  search: "Grep",
};

export interface Registry {
  /** By name, in any case, or by one of the usual other spellings. */
  find(name: string): Tool | undefined;
  nearest(name: string): string[];
  names(): string[];
  /** What a request tells the model; computed once. */
  definitions(): ToolDefinition[];
}

function toDefinition(tool: Tool): ToolDefinition {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { io: "input" }) as Record<
    string,
    unknown
  >;
  return { name: tool.name, description: tool.description, inputSchema };
}

export function createRegistry(tools: readonly Tool[]): Registry {
  const byName = new Map(tools.map((tool) => [tool.name.toLowerCase(), tool]));
  let definitions: ToolDefinition[] | undefined;
  return {
    find: (name) => {
      const key = name.toLowerCase();
      return byName.get(key) ?? byName.get((nameAliases[key] ?? "").toLowerCase());
    },
    nearest: (name) =>
      nearestNames(
        name,
        tools.map((tool) => tool.name),
        6,
      ),
    names: () => tools.map((tool) => tool.name),
    definitions: () => (definitions ??= tools.map(toDefinition)),
  };
}
