import type { Translate } from "../../protocol/index.ts";
import type { OutsideWords } from "../../tool/mark-outside.ts";
import type { CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import type { Skill } from "../../skill/skill.ts";
import type { Finding, Profile } from "../../skill/validate/finding.ts";
import type { DraftNote } from "../versions/draft.ts";
import type { DraftStore } from "../versions/draft-store.ts";
import type { AuthoringWords } from "../words.ts";
import type { AskAgent } from "./ask-agent.ts";

/** The folder, and the environment, that a piece of work is about. */
export interface WorkPlace {
  folder: string;
  environment?: string | undefined;
}

export interface Checked {
  valid: boolean;
  errors: Finding[];
  warnings: Finding[];
}

/** What the sub-agent is handed: it knows neither settings nor the catalog by itself. */
export interface SkillAgentDeps {
  ask: AskAgent;
  drafts: DraftStore;
  /** What there is now: asked anew for every piece of work. */
  library(place: WorkPlace): Promise<CatalogEntry[]>;
  /** The strict validator, on a folder. */
  check(place: WorkPlace, folder: string, profile: Profile): Promise<Checked>;
  /** Where a new skill of this name would go. */
  targetOf(place: WorkPlace, name: string, isProject: boolean): DraftNote["target"];
  /** Whether a person may have it changed. */
  isOwn(skill: Skill): boolean;
  t: Translate;
  words: AuthoringWords;
  outside: OutsideWords;
}

/** What somebody who tried a draft says of it. */
export interface Verdict {
  accepted: boolean;
  /** For a person. */
  message: string;
  /** What its writer should make better; without it the work ends here. */
  feedback?: string;
}
