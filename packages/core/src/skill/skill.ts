import type { Diagnostic } from "../protocol/index.ts";

/** Where skills come from, strongest first: the first skill of a name is the one that is meant by it. */
export const layerOrder = [
  "project",
  "user",
  "extra",
  "environment",
  "plugin",
  "pack",
  "mcp",
  "bundled",
] as const;

/** One of `layerOrder`, or the name of a layer that whoever embeds the runtime added. */
export type LayerName = string;

/** What frontmatter holds: every scalar is a string as it was written. Maps have no prototype. */
export type Data = string | Data[] | { [key: string]: Data };

/** What a skill says it needs (`metadata.skillmint.requires`). */
export interface SkillRequires {
  tools?: string[];
  mcp?: string[];
  binaries?: string[];
  env?: string[];
  files?: string[];
  skills?: string[];
  languages?: string[];
}

/** The keys of frontmatter that we know, under one spelling each. What a skill does not say is absent. */
export interface SkillFields {
  name?: string;
  description?: string;
  whenToUse?: string;
  license?: string;
  compatibility?: string;
  /** As written, `skillmint` included. */
  metadata?: { [key: string]: Data };
  /** `metadata.version`. */
  version?: string;
  /** `meta`: a skill about skills. */
  type?: string;
  argumentHint?: string;
  /** Names of arguments, in order. */
  arguments?: string[];
  disableModelInvocation?: boolean;
  userInvocable?: boolean;
  /** Rules such as `Bash(git add:*)`, one each; tools under our names. */
  allowedTools?: string[];
  disallowedTools?: string[];
  /** `allowedTools` restricts also where the skill is only active in a wider conversation. */
  restrict?: boolean;
  model?: string;
  effort?: string;
  maxIterations?: number;
  contextBudget?: number;
  context?: string;
  agent?: string;
  background?: boolean;
  hooks?: Data;
  /** Globs: the skill is offered once a file that matches was touched. */
  paths?: string[];
  shell?: string;
  mcpServers?: Data;
  requires?: SkillRequires;
}

/** What became of one SKILL.md. Nothing in it throws: whatever was wrong is a diagnostic. */
export interface ParsedSkill {
  /**
   * `ok`; `plain`: no frontmatter, the whole file is the body; `unreadable`: no text or frontmatter that cannot be
   * understood, such a skill is only a diagnostic.
   */
  state: "ok" | "plain" | "unreadable";
  fields: SkillFields;
  /** Keys nobody here knows, kept as they are. */
  extra: { [key: string]: Data };
  /** Without the blank lines around it. */
  body: string;
  /** The line of the file that the body begins on, from 1. */
  bodyLine: number;
  diagnostics: Diagnostic[];
}

/** A skill on disk, as discovery found it. Its text is not here: it is read when it is needed. */
export interface FoundSkill extends Omit<ParsedSkill, "body" | "bodyLine"> {
  layer: LayerName;
  /** The plugin it is part of, or the MCP server that gives it. */
  plugin?: string;
  /** Its folder without links; all its files are below it. */
  folder: string;
  /** Its SKILL.md without links. */
  file: string;
  /** What its text may point at: its folder, or the root of its plugin. Nothing outside is readable as its file. */
  root: string;
  /** For a skill of a folder inside the project: that folder, relative to the session's (`apps/web`). */
  scope?: string;
  /**
   * For a single file of a `commands` folder: how it is called (`frontend:component`). Such a skill has no files of
   * its own, whatever else lies in its folder.
   */
  command?: string;
  /** Differs where the content of SKILL.md does. */
  stamp?: string;
  /** Place inside its layer: the smaller comes first (nearer folder, earlier root). */
  order: number;
  /** False where nobody trusts the folder that brought it: it is listed, never offered, never run. */
  trusted: boolean;
  /** Size of SKILL.md in bytes, and when it last changed. */
  bytes: number;
  modifiedAt: number;
}

/** A skill with the names it is called by. */
export interface Skill extends FoundSkill {
  /** `{layer}:{name}`, `plugin:{plugin}:{name}`, `mcp:{server}:{name}`, and `…@{folder}` where the same layer has the name already. */
  id: string;
  /** A slug: the `name` of frontmatter, or the folder's name where that is none. */
  name: string;
  /** The `name` as it was written. */
  label: string;
  description: string;
  /** The id of the skill that is meant by this one's name; this one is only reached by its id. */
  shadowedBy?: string;
}

/** Why a skill is not offered to a model. */
export type WhyNot =
  | "shadowed"
  | "disabled"
  | "untrusted"
  | "denied"
  | "requirement"
  | "no-description"
  | "manual"
  | "paths"
  | "budget"
  | "unreadable"
  /** It is the session's own skill. */
  | "own";
