import { nearestNames } from "../model/nearest.ts";
import { SkillmintError } from "../protocol/index.ts";
import { ToolFailure, type Description, type ToolContext, type ToolResult } from "../tool/define-tool.ts";
import type { OutsideWords } from "../tool/mark-outside.ts";
import type { Approvals, Standing } from "./approval.ts";
import { showLaunch, toolDigest } from "./approval-digest.ts";
import type { McpText } from "./config-text.ts";
import type { McpConnection, McpToolInfo } from "./connection.ts";
import { McpFailure } from "./failure.ts";
import { createElicit } from "./tools-elicit.ts";
import { toResult } from "./tools-result.ts";
import { createSample } from "./tools-sample.ts";
import type { KnownServer } from "./tools-server.ts";

export interface CallEnv {
  text: McpText;
  outside: OutsideWords;
  approvals: Approvals;
  /** How long a person is waited for while a call runs. */
  askMs: number;
}

const longestTitle = 200;

function wordChanges(text: McpText, { changes }: Extract<Standing, { state: "tools" }>): string {
  const list = (key: "added" | "changed" | "removed"): string[] =>
    changes[key].length === 0
      ? []
      : [text(`mcp.ask.${key}`, { names: changes[key].slice(0, 20).join(", ") })];
  return [...list("added"), ...list("changed"), ...list("removed")].join(" ");
}

/** Why a person has to look before a server is used; nothing where they have. */
export function wordStanding(
  text: McpText,
  { name, entry }: KnownServer,
  standing: Standing,
): string | undefined {
  if (standing.state === "approved") return undefined;
  if (standing.state === "tools")
    return text("mcp.ask.tools", { name, changes: wordChanges(text, standing) });
  const key = standing.before ? "mcp.ask.launchChanged" : "mcp.ask.launch";
  return text(key, { name, file: entry.file });
}

/** What the gate and a person see of using a server: all of how it is started or reached. */
export function describeUse(
  text: McpText,
  known: KnownServer,
  standing: Standing,
  title: string,
): Description {
  const { launch } = known.entry.server;
  const shown = showLaunch(known.entry.server);
  const ask = wordStanding(text, known, standing);
  // Whoever said yes for good to the tools as they were did not say it to these.
  const command = standing.state === "tools" ? `${shown}\n${wordChanges(text, standing)}` : shown;
  return {
    title: title.length > longestTitle ? `${title.slice(0, longestTitle)}…` : title,
    resources:
      launch.type === "stdio"
        ? [{ kind: "command", command, folder: launch.folder ?? "", parts: null, reason: "program:MCP" }]
        : [{ kind: "url", url: launch.url }],
    ...(ask === undefined ? {} : { ask }),
  };
}

/** A failure of a server or of its configuration, for the model to read. */
export function toFailure(error: unknown): unknown {
  if (error instanceof McpFailure) return new ToolFailure(error.message, { cause: error });
  if (SkillmintError.is(error) && error.code === "usage")
    return new ToolFailure(String(error.params["message"]), { cause: error });
  return error;
}

function sameTools(a: readonly McpToolInfo[] | undefined, b: readonly McpToolInfo[]): boolean {
  const digest = (tools: readonly McpToolInfo[]): string => tools.map(toolDigest).toSorted().join();
  return a !== undefined && digest(a) === digest(b);
}

export interface Use {
  known: KnownServer;
  /** The tool, where one is to be called. */
  tool?: string;
  /** What the call was described as. */
  description: Description;
  name: string;
}

/**
 * Starts a server for a call, if a person said yes to exactly what it is, and binds its tools to that. What changed
 * since they looked is not run: they are asked about it with the next call. Throws `ToolFailure`.
 */
export async function enterServer(env: CallEnv, use: Use, context: ToolContext): Promise<McpConnection> {
  const { text, approvals } = env;
  const { known, tool, description, name } = use;
  const { entry } = known;
  const before = await known.standing(tool);
  const isYes = context.permission !== undefined && context.permission !== "no";
  const mayAnyway = (): boolean =>
    context.judge?.({ ...description, tool: name, effect: known.effect }) === "allow";
  if (before.state !== "approved" && !isYes && !mayAnyway())
    throw new ToolFailure(text("mcp.notApproved", { name: known.name }), { status: "denied" });
  const seen = known.infos();
  await context.begin();
  try {
    const tools = await known.list(context.signal);
    if (before.state === "approved") await approvals.bind(entry, tools);
    // Whoever is never asked has not said yes to anything that would hold in another mode.
    else if (isYes && (before.state === "launch" || sameTools(seen, tools)))
      await approvals.approve(entry, tools);
    else if (!isYes) return await known.connect();
    const after = await known.standing(tool);
    if (after.state !== "tools") return await known.connect();
    const changes = wordChanges(text, after);
    throw new ToolFailure(text("mcp.toolsChanged", { name: known.name, changes }));
  } catch (error) {
    throw toFailure(error);
  }
}

/** Runs one tool of a server, through everything that stands before it. */
export async function callTool(
  env: CallEnv,
  use: Use & { tool: string },
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult> {
  const { text } = env;
  const { known, tool } = use;
  const connection = await enterServer(env, use, context);
  const names = known.infos()?.map((info) => info.name) ?? [];
  if (!names.includes(tool)) {
    const nearest = nearestNames(tool, names, 3).join(", ");
    throw new ToolFailure(text("mcp.toolGone", { tool, name: known.name, nearest: nearest || "–" }));
  }
  const elicit = createElicit({ text, server: known.name, context, timeoutMs: env.askMs });
  const sample = createSample({ text, server: known.name, context, timeoutMs: env.askMs });
  try {
    const result = await connection.call(tool, input, {
      signal: context.signal,
      progress: (line) => context.progress(line.endsWith("\n") ? line : `${line}\n`),
      elicit,
      sample,
    });
    return toResult(result, { ...env, server: known.name, tool });
  } catch (error) {
    throw toFailure(error);
  }
}
