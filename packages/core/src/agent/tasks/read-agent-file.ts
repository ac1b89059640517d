import { basename } from "node:path";
import type { AgentMemory } from "../../environment/memory-agent.ts";
import type { Diagnostic, Mode, Translate } from "../../protocol/index.ts";
import { parseSkill } from "../../skill/parse/parse-skill.ts";
import type { Data } from "../../skill/skill.ts";
import type { AgentType } from "./agent-type.ts";
import { findBadTool } from "./find-bad-tool.ts";

/** How other clients call our modes. */
const modes: Readonly<Record<string, Mode>> = {
  default: "default",
  manual: "default",
  acceptedits: "acceptEdits",
  plan: "plan",
  dontask: "dontAsk",
  bypasspermissions: "unrestricted",
  unrestricted: "unrestricted",
};

function listOf(value: Data | undefined): string[] | undefined {
  if (value === undefined || (typeof value === "object" && !Array.isArray(value))) return undefined;
  const items = Array.isArray(value) ? value : value.split(",");
  const names = items.flatMap((item) => (typeof item === "string" ? [item.trim()] : []));
  return names.filter((name) => name !== "");
}

/** The first of several spellings, as text. */
function textOf(extra: { [key: string]: Data }, ...keys: string[]): string | undefined {
  const found = keys.map((key) => extra[key]).find((value) => typeof value === "string");
  return typeof found === "string" && found.trim() !== "" ? found.trim() : undefined;
}

/** `permissions: { skill: { pattern: allow | ask | deny } }` */
function skillPermissionsOf(extra: { [key: string]: Data }): AgentType["skillPermissions"] {
  const { permissions } = extra;
  const skill =
    typeof permissions === "object" && !Array.isArray(permissions) ? permissions["skill"] : undefined;
  if (typeof skill !== "object" || Array.isArray(skill)) return undefined;
  const known = Object.entries(skill).flatMap(([pattern, word]) =>
    word === "allow" || word === "ask" || word === "deny" ? [[pattern, word] as const] : [],
  );
  return Object.fromEntries(known);
}

/** As other clients write it, or whether there is one at all: then the person's own. */
const memories: Readonly<Record<string, AgentMemory | "none">> = {
  user: "user",
  project: "project",
  local: "local",
  true: "user",
  yes: "user",
  on: "user",
  false: "none",
  no: "none",
  none: "none",
  off: "none",
};

const isolations: Readonly<Record<string, "worktree" | "none">> = { worktree: "worktree", none: "none" };

/** All tools are no rule. */
const isOne = (tool: string): boolean => tool !== "*";

export interface ReadAgent {
  /** Absent where the file is no agent: a diagnostic says why. */
  type?: AgentType;
  diagnostics: Diagnostic[];
}

/** A sub-agent that a person wrote down as Markdown: frontmatter, and behind it the words it begins with. */
export function readAgentFile(source: Uint8Array, path: string, t: Translate): ReadAgent {
  const folderName = basename(path).replace(/\.md$/i, "");
  const { state, fields, extra, body, diagnostics } = parseSkill(source, { path, folderName, t });
  const broken = diagnostics.filter(({ severity }) => severity === "error");
  const refuse = (code: string, message: string): ReadAgent => ({
    diagnostics: [...broken, { path, severity: "error", code, message }],
  });
  if (state === "unreadable") return { diagnostics: broken };
  if (state === "plain" || !fields.description)
    return refuse("description-missing", t("task.noDescription", { path }));
  const { allowedTools, disallowedTools, maxIterations } = fields;
  // Without a rule that cannot be read it might do what it is written down not to.
  const bad = findBadTool([...(allowedTools ?? []).filter(isOne), ...(disallowedTools ?? [])]);
  if (bad !== undefined) return refuse("tool-malformed", t("task.badTool", { tool: bad }));
  const odd = diagnostics.filter(({ code }) => code === "wrong-type");
  /** What one of its fields means; told where it means nothing here. */
  function readField<T>(words: Readonly<Record<string, T>>, ...names: [string, ...string[]]): T | undefined {
    const value = textOf(extra, ...names);
    if (value === undefined) return undefined;
    const word = value.toLowerCase();
    if (Object.hasOwn(words, word)) return words[word];
    const message = t("task.badField", { name: names[0], known: Object.keys(words).join(", "), value });
    odd.push({ path, severity: "warning", code: "field-malformed", message });
    return undefined;
  }
  const mode = readField(modes, "permissionMode", "permission-mode", "permission_mode");
  const memory = readField(memories, "memory");
  const isolation = readField(isolations, "isolation");
  const skills = listOf(extra["skills"]);
  const permitted = skillPermissionsOf(extra);
  return {
    diagnostics: [...broken, ...odd],
    type: {
      name: fields.name ?? folderName,
      description: fields.description,
      ...(body.trim() === "" ? {} : { prompt: body.trim() }),
      ...(allowedTools && !allowedTools.includes("*") ? { tools: allowedTools } : {}),
      ...(disallowedTools ? { disallowedTools } : {}),
      ...(fields.model === undefined ? {} : { model: fields.model }),
      ...(maxIterations === undefined ? {} : { iterations: maxIterations }),
      ...(mode ? { mode } : {}),
      ...(skills ? { skills } : {}),
      ...(permitted ? { skillPermissions: permitted } : {}),
      ...(memory && memory !== "none" ? { memory } : {}),
      ...(isolation && isolation !== "none" ? { isolation } : {}),
      path,
    },
  };
}
