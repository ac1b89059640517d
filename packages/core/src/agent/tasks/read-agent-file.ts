import { basename } from "node:path";
import type { AgentMemory } from "../../environment/memory-agent.ts";
import type { Diagnostic, Mode, Translate } from "../../protocol/index.ts";
import { readToolList } from "../../skill/parse/allowed-tools.ts";
import { parseSkill } from "../../skill/parse/parse-skill.ts";
import type { Data } from "../../skill/skill.ts";
import type { AgentType } from "./agent-type.ts";

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
  const mode = textOf(extra, "permissionMode", "permission-mode", "permission_mode");
  const turns = Number(textOf(extra, "maxTurns", "max-turns", "max_turns") ?? fields.maxIterations ?? "");
  const disallowed = extra["disallowedTools"] ?? undefined;
  const disallowedTools =
    fields.disallowedTools ?? (disallowed === undefined ? undefined : readToolList(disallowed));
  const skills = listOf(extra["skills"]);
  const permitted = skillPermissionsOf(extra);
  const remembers = textOf(extra, "memory");
  const memory = remembers === undefined ? "none" : memories[remembers.toLowerCase()];
  const ofMemory: Diagnostic[] = memory
    ? []
    : [
        {
          path,
          severity: "warning",
          code: "memory-unknown",
          message: t("task.badMemory", { value: remembers ?? "" }),
        },
      ];
  const known = mode === undefined ? undefined : modes[mode.toLowerCase()];
  return {
    diagnostics: [...broken, ...ofMemory],
    type: {
      name: fields.name ?? folderName,
      description: fields.description,
      ...(body.trim() === "" ? {} : { prompt: body.trim() }),
      ...(fields.allowedTools && !fields.allowedTools.includes("*") ? { tools: fields.allowedTools } : {}),
      ...(disallowedTools ? { disallowedTools } : {}),
      ...(fields.model === undefined ? {} : { model: fields.model }),
      ...(Number.isInteger(turns) && turns > 0 ? { iterations: Math.min(turns, 1_000) } : {}),
      ...(known ? { mode: known } : {}),
      ...(skills ? { skills } : {}),
      ...(permitted ? { skillPermissions: permitted } : {}),
      ...(memory && memory !== "none" ? { memory } : {}),
      ...(textOf(extra, "isolation") === "worktree" ? { isolation: "worktree" as const } : {}),
      path,
    },
  };
}
