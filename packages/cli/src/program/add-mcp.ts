import type { Command } from "commander";
import type { McpAddFlags } from "../command/mcp-add.ts";
import type { McpServeFlags } from "../command/mcp-serve.ts";
import type { Run } from "./run.ts";

const collect = (value: string, list: string[] = []): string[] => [...list, value];

/** `skillmint mcp …` */
export function addMcp(program: Command, run: Run): void {
  const load = () => import("../command/mcp.ts");
  const mcp = program.command("mcp").description("list, add, remove, tools, call, login, serve");
  mcp.command("list").action(() => run(async (context) => (await load()).listServers(context)));
  mcp
    .command("add")
    .description("a server: NAME -- COMMAND [ARGS…], NAME URL, or the name of a preset")
    .argument("[name]")
    .argument("[target...]", "an address, or behind -- a command and its arguments")
    .option(
      "-e, --env-var <name=value>",
      "a variable of the server (repeatable); ${secret:NAME} for a secret",
      collect,
    )
    .option("--header <header>", "a header for an address, `Name: value` (repeatable)", collect)
    .option("--transport <type>", "http or sse, for an address")
    .option("--preset <name>", "a well-known server under another name")
    .option("--project", "into the project's .mcp.json instead of your own configuration")
    .option("--list-presets", "the well-known servers")
    .action((name: string | undefined, target: string[], flags: McpAddFlags) =>
      run(async (context) => (await import("../command/mcp-add.ts")).addServer(context, name, target, flags)),
    );
  mcp
    .command("remove")
    .argument("<server>")
    .option("--project", "from the project's .mcp.json")
    .action((name: string, flags: { project?: boolean }) =>
      run(async (context) => (await load()).removeServer(context, name, flags)),
    );
  mcp
    .command("tools")
    .description("starts a server and shows what it has")
    .argument("<server>")
    .action((name: string) => run(async (context) => (await load()).showTools(context, name)));
  mcp
    .command("call")
    .description("calls a tool of a server")
    .argument("<server>")
    .argument("<tool>")
    .argument("[json]", "its arguments; `-` reads them from standard input")
    .action((server: string, tool: string, json?: string) =>
      run(async (context) => (await load()).callTool(context, server, tool, json)),
    );
  mcp
    .command("login")
    .description("logs in to a server in a browser")
    .argument("<server>")
    .action((name: string) => run(async (context) => (await load()).loginServer(context, name)));
  mcp
    .command("serve")
    .description("this folder's skills for any MCP client, over standard input and output")
    .option("--http", "over HTTP instead")
    .option("--port <n>", "for HTTP; default: any free one")
    .option("--host <address>", "for HTTP; an address of this machine")
    .action((flags: McpServeFlags) =>
      run(async (context) => (await import("../command/mcp-serve.ts")).mcpServeCommand(context, flags)),
    );
}
