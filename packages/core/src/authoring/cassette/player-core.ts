import { setTimeout as delay } from "node:timers/promises";
import { SkillmintError } from "../../protocol/index.ts";
import type { Cassette } from "./cassette.ts";
import { mapTexts } from "./json.ts";
import type { CallRecord } from "./format.ts";
import type { CassetteWords } from "./cassette-words.ts";
import type { Divergence, DivergenceKind, Match } from "./divergence.ts";
import {
  createPlaceholders,
  type MovedFolder,
  type PlaceholderOptions,
  type Placeholders,
} from "./placeholders.ts";
import { diffTexts } from "./text-diff.ts";
import type { TreeViews } from "./tree-views.ts";

/** What the parts of one replay share. */
export interface PlayerCore {
  cassette: Cassette;
  match: Match;
  views: TreeViews;
  words: CassetteWords;
  placeholders(): Placeholders;
  /** Says that what is recorded as `hidden` lies elsewhere here. */
  move(folder: MovedFolder): void;
  /** A value with the places that things would have, had they not been moved. */
  unmove<T>(value: T): T;
  /** The step that was last played. */
  step(): number;
  /**
   * Waits until it is a step's turn: all before it are done and all agents are as far as they were. Not for ever: where
   * something is missing that was there, order is given up.
   */
  reach(at: Pick<CallRecord, "step" | "seen">, signal: AbortSignal): Promise<void>;
  /** Waits until agents are as far as they were; not for ever. */
  follow(seen: Readonly<Record<string, number>>, signal: AbortSignal): Promise<void>;
  divergence(): Divergence | undefined;
  /** The first one counts: what comes after it only follows from it. */
  diverge(about: DivergedAt): void;
  /** What ends a run that left its recording. */
  mismatch(): SkillmintError;
  note(text: string): void;
  notes(): string[];
}

export interface DivergedAt {
  step: number;
  kind: DivergenceKind;
  agent: string;
  subject: string;
  number?: number;
  expected: string;
  got: string;
}

export interface PlayerCoreOptions {
  cassette: Cassette;
  match: Match;
  views: TreeViews;
  words: CassetteWords;
  hiding: Omit<PlaceholderOptions, "ids" | "moved">;
}

const longestWaitMs = 1_000;
const lookMs = 2;

export function createPlayerCore({ cassette, match, views, words, hiding }: PlayerCoreOptions): PlayerCore {
  const moved: MovedFolder[] = [];
  const notes = new Set<string>();
  let last = 0;
  let found: Divergence | undefined;
  let isOrdered = true;
  const isBehind = (seen: Readonly<Record<string, number>>): boolean =>
    Object.entries(seen).some(([agent, seq]) => (views.get(agent)?.seq ?? 0) < seq);
  async function waitWhile(isEarly: () => boolean, signal: AbortSignal): Promise<void> {
    const end = performance.now() + longestWaitMs;
    const isDue = (): boolean => !isOrdered || found !== undefined || signal.aborted || !isEarly();
    while (!isDue()) {
      if (performance.now() > end) isOrdered = false;
      await delay(lookMs);
    }
  }
  return {
    cassette,
    match,
    views,
    words,
    placeholders: () => createPlaceholders({ ...hiding, moved: () => moved, ids: views.ids }),
    move: (folder) => void moved.push(folder),
    unmove(value) {
      if (moved.length === 0) return value;
      const { restore } = createPlaceholders({ ...hiding, ids: views.ids });
      const places = moved.map(({ hidden, path }) => ({ path, to: restore(hidden) }));
      return mapTexts(value, (text) =>
        places.reduce((changed, { path, to }) => changed.replaceAll(path, to), text),
      );
    },
    step: () => last,
    async reach({ step, seen }, signal) {
      await waitWhile(() => last < step - 1 || isBehind(seen), signal);
      last = Math.max(last, step);
    },
    follow: (seen, signal) => waitWhile(() => isBehind(seen), signal),
    divergence: () => found,
    diverge({ expected, got, ...about }) {
      if (found) return;
      const { line, ...texts } = diffTexts(expected, got) ?? { line: 1, expected, got, diff: "" };
      const isText = expected.includes("\n") || got.includes("\n");
      found = { ...about, ...(isText ? { line } : {}), ...texts };
    },
    mismatch() {
      const place = `${found?.agent ?? "main"}, ${found?.step ?? 0}`;
      const what = found ? [found.kind, found.subject, found.number ?? ""].join(" ").trim() : "";
      return new SkillmintError("cassette-mismatch", { params: { place, what } });
    },
    note: (text) => void notes.add(text),
    notes: () => [...notes],
  };
}
