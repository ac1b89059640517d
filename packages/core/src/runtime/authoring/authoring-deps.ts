import type { Home } from "../../environment/home.ts";
import type { Settings } from "../../environment/settings.ts";
import type { Language } from "../../protocol/index.ts";
import type { RetryPolicy } from "../../agent/call-model.ts";
import type { Model } from "../../model/model.ts";
import type { Runtime, RuntimeOptions } from "../runtime-contract.ts";
import type { Store } from "../../session/store.ts";
import type { ModelSource } from "../model-source.ts";
import type { Sandboxes } from "../sandboxes.ts";
import type { Tapes } from "./cassettes.ts";
import type { SkillParts } from "../skills/skills.ts";

/** What the parts of authoring are made of. */
export interface AuthoringDeps {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  /** Where the conversations of a person live. */
  store: Store;
  settings: Settings;
  skills: Pick<SkillParts, "api" | "library">;
  /** A runtime as this one is, whose sessions live elsewhere. Whoever opens it closes it. */
  openRuntime(store: Store): Promise<Runtime>;
  /** A runtime of nothing but these options, whose commands still see no secret of this person. Whoever opens it closes it. */
  isolate(options: Omit<RuntimeOptions, "hides">): Promise<Runtime>;
  /** The models and keys of the person. */
  modelSource: Pick<ModelSource, "choose" | "create">;
  /** Models of whoever embeds the runtime, by name. */
  models: Readonly<Record<string, Model>>;
  retry: RetryPolicy;
  sandboxes: Pick<Sandboxes, "support">;
  /** Recordings of runs. */
  tapes(): Promise<Tapes>;
}
