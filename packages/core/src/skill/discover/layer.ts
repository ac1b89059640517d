import type { Translate } from "../../protocol/index.ts";
import type { LayerName } from "../skill.ts";

/** What a layer may ask about the session it looks for skills for. */
export interface LayerContext {
  /** The session's folder. */
  folder: string;
  /** The person's home folder. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether a person trusts this folder. Where it fails, the answer is no. */
  isTrusted(folder: string): Promise<boolean>;
  /** Files the conversation touched so far, absolute or relative to `folder`. */
  touched: readonly string[];
  /** The skills of the environment in use. */
  environmentFolder?: string;
  t: Translate;
}

/** A folder to be looked through for skills. */
export interface SkillRoot {
  folder: string;
  layer: LayerName;
  /** Place inside its layer, the smaller first. */
  order: number;
  /** False: what is found is listed by name and description and never offered. */
  trusted: boolean;
  /** `commands`: each Markdown file is a skill, named after the file. */
  kind?: "skills" | "commands";
  plugin?: string;
  /** What its skills may read beside their own folders: the root of the plugin. */
  root?: string;
  /** For a folder inside the project: where, relative to the session's. */
  scope?: string;
  /** Links of folders count only while they stay in here; absent, whoever made a link meant it. */
  within?: string;
  /** A person named this very folder: that it is not there is worth telling. */
  isNamed?: boolean;
}

/** Where skills come from. A layer that fails is a diagnostic, the others still count. */
export interface SkillLayer {
  name: LayerName;
  /** Folders that do not exist may be among them. Asked before every prompt: it must be quick. */
  find(context: LayerContext): Promise<SkillRoot[]>;
}
