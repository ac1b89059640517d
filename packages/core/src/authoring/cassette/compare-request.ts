import type { SessionView } from "../../protocol/index.ts";
import type { RecordedReply } from "./cassette.ts";
import { digestOf, toJson, type Json } from "./json.ts";
import type { PlayerCore } from "./player-core.ts";
import type { DivergedAt } from "./player-core.ts";
import type { RequestForm } from "./request-form.ts";
import { isSameText } from "./text-diff.ts";
import { agentOf } from "./tree-views.ts";

interface NamedTool {
  name: string;
  description?: string;
}

/** Bytes by their digest, as they stand in a request. */
const jsonText = (value: unknown): string => JSON.stringify(toJson(value), null, 2) ?? "";

/** A message as people read it: its text where it is all there is. */
function textOfMessage(value: unknown): string {
  const content = (value as { content?: unknown }).content;
  if (!Array.isArray(content)) return jsonText(value);
  return content
    .map((part: { type?: unknown; text?: unknown }) =>
      part.type === "text" && typeof part.text === "string" ? part.text : jsonText(part),
    )
    .join("\n");
}

/** What of a request is not as it was recorded: the first thing, in the order in which a model reads it. */
export function compareRequest(
  core: PlayerCore,
  view: SessionView,
  reply: RecordedReply,
  form: RequestForm,
): DivergedAt | undefined {
  const { parts } = core.cassette;
  const at = { step: reply.step, agent: agentOf(view) };
  const system = parts.get(reply.request.system);
  const expected = typeof system === "string" ? system : "";
  if (digestOf(form.system) !== reply.request.system && !isSameText(expected, form.system))
    return { ...at, ...namePrompt(core, view), expected, got: form.system };
  const tool = compareTools(
    reply.tools.map((digest) => parts.get(digest) as NamedTool | undefined),
    form.tools as unknown as NamedTool[],
  );
  if (tool) return { ...at, ...tool };
  for (let index = 0; index < Math.max(reply.messages.length, form.messages.length); index++) {
    const found = compareMessage(core, view, reply.messages[index], form.messages[index], index);
    if (found) return { ...at, ...found };
  }
  return undefined;
}

/** Whose words the system prompt is: with a skill as the agent, that skill's. */
function namePrompt(core: PlayerCore, view: SessionView): Pick<DivergedAt, "kind" | "subject"> {
  const own = Object.values(view.skills).find((skill) => skill.own);
  const isChanged = own && core.cassette.approvals.get(own.skillId)?.digest !== own.digest;
  return isChanged ? { kind: "skill-text", subject: own.name } : { kind: "system-prompt", subject: "" };
}

type Found = Omit<DivergedAt, "step" | "agent">;

/** Each by its name: in which order they are told of says nothing. */
function compareTools(
  before: readonly (NamedTool | undefined)[],
  now: readonly NamedTool[],
): Found | undefined {
  const names = [...new Set([...before.flatMap((tool) => tool?.name ?? []), ...now.map(({ name }) => name)])];
  for (const name of names) {
    const old = before.find((tool) => tool?.name === name);
    const fresh = now.find((tool) => tool.name === name);
    const [expected, got] = [wordTool(old), wordTool(fresh)];
    if (isSameText(expected, got)) continue;
    const isList = name === "Skill" && old !== undefined && fresh !== undefined;
    return { kind: isList ? "skill-list" : "tool-definition", subject: name, expected, got };
  }
  return undefined;
}

/** Its description first: that is what people change. */
function wordTool(tool: NamedTool | undefined): string {
  if (!tool) return "";
  const { description = "", ...rest } = tool;
  return `${description}\n${jsonText(rest)}`;
}

function compareMessage(
  core: PlayerCore,
  view: SessionView,
  digest: string | undefined,
  message: Json | undefined,
  index: number,
): Found | undefined {
  if (message !== undefined && digestOf(message) === digest) return undefined;
  const recorded = digest === undefined ? undefined : core.cassette.parts.get(digest);
  const expected = recorded === undefined ? "" : textOfMessage(recorded);
  const got = message === undefined ? "" : textOfMessage(message);
  const { role, callId, name } = (message ?? {}) as { role?: unknown; callId?: unknown; name?: unknown };
  if (recorded !== undefined && isSameText(expected, got)) return undefined;
  if (role === "tool") {
    const number = Number(/\/(\d+)\}$/.exec(String(callId))?.[1] ?? 0);
    const call = core.cassette.calls.get(`${agentOf(view)} ${number}`)?.[0];
    return {
      kind: "tool-result",
      subject: String(name),
      number,
      expected: call ? textOfMessage(call) : "",
      got,
    };
  }
  const skill = Object.values(view.skills).find(({ text }) =>
    got.includes(core.placeholders().hide(text).slice(0, 400)),
  );
  if (role === "user" && skill && recorded !== undefined)
    return { kind: "skill-text", subject: skill.name, expected, got };
  return { kind: "message", subject: "", number: index + 1, expected, got };
}
