import type { Command } from "commander";
import type { MemoryFlags } from "../command/memory.ts";
import type { Run } from "./run.ts";

/** `skillmint memory …` */
export function addMemory(program: Command, run: Run): void {
  const load = () => import("../command/memory.ts");
  const memory = program.command("memory").description("list, show, delete what is remembered");
  const add = (name: string): Command =>
    memory
      .command(name)
      .option("--scope <scope>", "skill, project or user; default: wherever it is")
      .option("--skill <name>", "the memory of this skill")
      .option("--agent <name>", "the memory of this kind of sub-agent");
  add("list").action((flags: MemoryFlags) =>
    run(async (context) => (await load()).listMemory(context, flags)),
  );
  add("show")
    .argument("<key>")
    .action((key: string, flags: MemoryFlags) =>
      run(async (context) => (await load()).showMemory(context, key, flags)),
    );
  add("delete")
    .argument("<key>")
    .action((key: string, flags: MemoryFlags) =>
      run(async (context) => (await load()).deleteMemory(context, key, flags)),
    );
}
