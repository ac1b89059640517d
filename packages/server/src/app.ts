import type { HttpBindings } from "@hono/node-server";
import type { Runtime } from "@skillmint/core";
import type { Language } from "@skillmint/core/protocol";
import type { Hono } from "hono";
import type { Runs } from "./events/runs.ts";
import type { Jobs } from "./jobs/create-jobs.ts";
import type { Shelf } from "./packs/shelf.ts";

export interface AppVariables {
  /** What people read comes in this language. */
  language: Language;
}

export type AppEnv = { Variables: AppVariables; Bindings: HttpBindings };
export type App = Hono<AppEnv>;

/** What routes work with. */
export interface RouteParts {
  runtime: Runtime;
  runs: Runs;
  jobs: Jobs;
  /** Files on their way in or out. */
  shelf: Shelf;
  /** The real folder that the server works in, where a request names none. */
  folder: string;
}
