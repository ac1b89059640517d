import type { RunParts } from "../agent/run-parts.ts";
import type { SessionView } from "../protocol/index.ts";
import type { Tapes, TapesDeps } from "./authoring/cassettes.ts";

/** The recordings of a runtime, loaded when a run is recorded or replayed. */
export interface RunTapes {
  open(): Promise<Tapes>;
  /** What a run is made of, with its recording around it where the session has one. */
  wrap(view: SessionView, parts: RunParts): Promise<RunParts>;
  /** The same for who only looks at a session: that is no part of its recording. */
  wrapLook(view: SessionView, parts: RunParts): Promise<RunParts>;
  /** A run ended or waits. */
  ended(view: SessionView): Promise<void>;
  close(): Promise<void>;
}

export function createRunTapes(deps: () => TapesDeps): RunTapes {
  let opened: Promise<Tapes> | undefined;
  const open = (): Promise<Tapes> =>
    (opened ??= import("./authoring/cassettes.ts").then(({ createTapes }) => createTapes(deps())));
  const isTaped = ({ settings: { record, replay } }: SessionView): boolean =>
    record !== undefined || replay !== undefined;
  return {
    open,
    wrap: async (view, parts) => (isTaped(view) ? (await open()).wrap(view, parts) : parts),
    wrapLook: async (view, parts) =>
      view.settings.replay === undefined ? parts : (await open()).wrap(view, parts),
    ended: async (view) => {
      if (isTaped(view)) await (await open()).ended(view);
    },
    close: async () => (await opened)?.close(),
  };
}
