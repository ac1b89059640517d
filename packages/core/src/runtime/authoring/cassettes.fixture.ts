import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { comparableEvents } from "../../authoring/cassette/comparable-events.fixture.ts";
import type { RecordedRun, RecordOptions } from "../../authoring/cassette/record-run.ts";
import type { ReplayedRun, ReplayOptions } from "../../authoring/cassette/replay-run.ts";
import type { SessionEvent } from "../../protocol/index.ts";
import { createRuntime } from "../../runtime.ts";
import type { Runtime, RuntimeOptions } from "../runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "../../testing/index.ts";

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("only inside a test, after it was set up");
  return value;
}

export const call = (name: string, input: Record<string, unknown>) => ({ name, input });

/** Two machines for each test: on `here` runs are recorded, `there` has another folder, another home and no model. */
export function useTwoMachines() {
  let here: TempWorkspace | undefined;
  let there: TempWorkspace | undefined;
  const opened: Runtime[] = [];
  beforeEach(async () => {
    [here, there] = [await createTempWorkspace(), await createTempWorkspace()];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((runtime) => runtime.close()));
    await Promise.all([here?.remove(), there?.remove()]);
  });
  const machines = {
    get here() {
      return required(here);
    },
    get there() {
      return required(there);
    },
    get file() {
      return join(required(here).home, "tape.jsonc");
    },
    async open(options: RuntimeOptions): Promise<Runtime> {
      const runtime = await createRuntime({ language: "en", ...options });
      opened.push(runtime);
      return runtime;
    },
    async record(
      script: Script,
      options: Partial<RecordOptions> = {},
      runtimeOptions: RuntimeOptions = {},
    ): Promise<RecordedRun> {
      const models = { scripted: createInProcessModel(script) };
      const runtime = await machines.open({ env: machines.here.env, models, ...runtimeOptions });
      const { cassettes } = await runtime.authoring();
      const settings = {
        model: "scripted",
        mode: "unrestricted" as const,
        sandbox: "off" as const,
        ...options.settings,
      };
      return cassettes.record({
        file: machines.file,
        prompt: "go",
        folder: machines.here.folder,
        ...options,
        settings,
      });
    },
    async replay(options: Partial<ReplayOptions> = {}): Promise<ReplayedRun> {
      const runtime = await machines.open({ env: machines.there.env });
      const { cassettes } = await runtime.authoring();
      const folder = machines.there.folder;
      return cassettes.replay({ cassette: machines.file, folder, restoreFiles: true, ...options });
    },
    recorded: (events: readonly SessionEvent[]): unknown[] =>
      comparableEvents(events, { workspace: machines.here.folder, home: machines.here.home }),
    replayed: (events: readonly SessionEvent[]): unknown[] =>
      comparableEvents(events, { workspace: machines.there.folder, home: machines.there.home }),
  };
  return machines;
}
