import { canonicalToolName, ownToolNames } from "../../protocol/index.ts";
import type { SkillFields } from "../skill.ts";
import { isProgramName, languageOfCommand } from "./known-names.ts";
import type { AddRequirement } from "./requirement.ts";
import { inlineCode, stripMarks, type MarkdownParts } from "./split-markdown.ts";

const owned = new Set(ownToolNames);

/** Names that mean a tool wherever they stand; the others (`Read`, `Task`) are also words. */
const unmistakable = new Set(
  ownToolNames.filter((name) => /[a-z][A-Z]/.test(name)).concat("MultiEdit", "AskUser"),
);

/** What stands for nothing in an example of a name: `mcp__server__tool`. */
const placeholder =
  /^(?:x|y|foo|bar|name|server|servername|server_name|my[-_].*|your[-_].*|example.*|plugin_name_.*|plugin)$/i;
const mcpTool = /\bmcp__([A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_)){0,63})(?:__|\b)/g;

/** The MCP servers whose tools a text names. */
function mcpServersIn(text: string): string[] {
  return [...text.matchAll(mcpTool)]
    .map((match) => (match[1] ?? "").replace(/[._-]+$/, ""))
    .filter((name) => name !== "" && !placeholder.test(name));
}

/** `Bash(git add:*)` → tool and what stands between the parentheses. */
function splitRule(rule: string): { tool: string; inside: string } {
  const at = rule.indexOf("(");
  return at === -1
    ? { tool: rule.trim(), inside: "" }
    : { tool: rule.slice(0, at).trim(), inside: rule.slice(at + 1).replace(/\)\s*$/, "") };
}

/** What `allowed-tools` names: tools, MCP servers, programs, skills. */
export function findInRules(rules: readonly string[], add: AddRequirement): void {
  for (const rule of rules.slice(0, 500)) {
    const { tool, inside } = splitRule(rule);
    if (tool.startsWith("mcp__")) {
      for (const server of mcpServersIn(tool)) add("mcp", server);
      continue;
    }
    const name = canonicalToolName(tool);
    if (owned.has(name)) add("tool", name);
    else if (/^[A-Za-z]\w{1,63}$/.test(name)) add("tool", name, { guess: true });
    if (name === "Bash") {
      for (const pattern of inside.split(",")) {
        const program = /^\s*([^\s:*]+)/.exec(pattern)?.[1] ?? "";
        const language = languageOfCommand(program);
        if (language !== undefined) add("language", language);
        else if (isProgramName(program)) add("binary", program);
      }
    } else if (name === "Skill") {
      const skill = inside.trim().split(/\s/)[0] ?? "";
      if (/^[a-z0-9][a-z0-9:_-]{0,128}$/i.test(skill)) add("skill", skill);
    }
  }
}

/** The servers of `mcpServers`: a bare name is one the skill expects, a definition is one that it brings. */
export function findMcpServers(fields: SkillFields, add: AddRequirement): void {
  const named = (name: string, declared: boolean): void => {
    if (/^[\w.:@/ -]{1,64}$/.test(name)) add("mcp", name, { declared });
  };
  const servers = fields.mcpServers;
  if (servers === undefined) return;
  const entries = Array.isArray(servers) ? servers : [servers];
  for (const entry of entries.slice(0, 100)) {
    if (typeof entry === "string") for (const name of entry.split(/[\s,]+/)) named(name, true);
    else if (!Array.isArray(entry)) for (const name of Object.keys(entry)) named(name, false);
  }
}

/** Tools and MCP servers that prose names. Code blocks are examples and name nothing. */
export function findTools(parts: MarkdownParts, file: string | undefined, add: AddRequirement): void {
  for (const { text, line } of parts.prose) {
    const where = { where: line, file };
    for (const server of mcpServersIn(text)) add("mcp", server, where);
    for (const code of inlineCode(text)) {
      const name = canonicalToolName(code);
      if (owned.has(name) && (code.includes("_") || unmistakable.has(code))) add("tool", name, where);
    }
    for (const match of text.matchAll(/\b[A-Z][a-z]+[A-Z][A-Za-z]{1,20}\b/g)) {
      if (unmistakable.has(match[0])) add("tool", canonicalToolName(match[0]), where);
    }
    for (const match of text.matchAll(/ tools?\b/g)) {
      const raw = /\S{1,60}$/.exec(text.slice(Math.max(0, match.index - 60), match.index))?.[0] ?? "";
      const word = stripMarks(raw);
      const name = canonicalToolName(word);
      if (owned.has(name)) {
        if (raw.includes("`") || owned.has(word) || word === "Agent") add("tool", name, where);
      } else if (/^[^`]*`[^`]+`$/.test(raw) && /^[A-Za-z]+(?:[A-Z]|_[a-z])\w*$/.test(word)) {
        add("tool", word, { ...where, guess: true });
      }
    }
  }
}
