import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { RunParts } from "../../agent/run-parts.ts";
import { readCassette } from "../../authoring/cassette/cassette.ts";
import { createCassetteWords } from "../../authoring/cassette/cassette-words.ts";
import type { Divergence, Match } from "../../authoring/cassette/divergence.ts";
import type { NamedFolder } from "../../authoring/cassette/placeholders.ts";
import { createPlayer, type Player } from "../../authoring/cassette/player.ts";
import { createPlayerCore, type PlayerCore } from "../../authoring/cassette/player-core.ts";
import {
  recordRun,
  type RecordedRun,
  type RecordHost,
  type RecordOptions,
} from "../../authoring/cassette/record-run.ts";
import { openRecorder, type Recorder } from "../../authoring/cassette/recorder.ts";
import { createFindSecrets } from "../../authoring/cassette/redactor.ts";
import { replayRun, type ReplayedRun, type ReplayOptions } from "../../authoring/cassette/replay-run.ts";
import { createTreeViews } from "../../authoring/cassette/tree-views.ts";
import { wordDivergence } from "../../authoring/cassette/word-divergence.ts";
import {
  createId,
  languages,
  SkillmintError,
  type EndReason,
  type Language,
  type SessionId,
  type SessionView,
} from "../../protocol/index.ts";
import type { Store } from "../../session/store.ts";
import { coreVersion } from "./core-version.ts";
import { knownSecrets, type KnownSecretsDeps } from "./known-secrets.ts";

/** What a cassette is, without playing it. */
export interface CassetteSummary {
  file: string;
  skillmint: string;
  created: string;
  model: string;
  prompt: string;
  steps: number;
  /** How the recorded run ended; absent where the recording breaks off. */
  reason?: EndReason;
}

/** Recording and replaying whole runs. */
export interface Cassettes {
  /** Runs a prompt with a model and writes all of it to a file. */
  record(options: RecordOptions): Promise<RecordedRun>;
  /**
   * Plays a recording, without a key, a network or a model. The result says where it is no longer as it was. Refused with
   * `cassette-unreadable`, naming file, line and reason.
   */
  replay(options: ReplayOptions): Promise<ReplayedRun>;
  read(file: string): Promise<CassetteSummary>;
  /** A divergence as a person reads it, with what to do about it. */
  word(divergence: Divergence, file: string): Promise<string>;
}

/** The recordings of a runtime, and what its runs meet of them. */
export interface Tapes {
  api: Cassettes;
  /** What a run is made of, recorded or replayed as its session's settings say. */
  wrap(view: SessionView, parts: RunParts): Promise<RunParts>;
  /** A run ended or waits. */
  ended(view: SessionView): Promise<void>;
  close(): Promise<void>;
}

export interface TapesDeps extends KnownSecretsDeps, RecordHost {
  store: Store;
  /** The same runtime, with other words. Whoever opens it closes it. */
  inLanguage(language: Language): Promise<{ cassettes: Cassettes; close(): Promise<void> }>;
}

interface Playing {
  core: PlayerCore;
  player: Player;
}

export function createTapes(deps: TapesDeps): Tapes {
  const { store, language, home } = deps;
  const words = createCassetteWords(language);
  const recorders = new Map<SessionId, Promise<Recorder>>();
  const playing = new Map<SessionId, Promise<Playing>>();
  const readEvents = (id: SessionId, after: number) => store.read(id, after);

  async function foldersOf(folder: string): Promise<NamedFolder[]> {
    const temporary = tmpdir();
    return [
      { name: "workspace", path: folder },
      { name: "home", path: home.user },
      { name: "tmp", path: temporary },
      { name: "tmp", path: await realpath(temporary) },
    ];
  }

  async function openRecording(view: SessionView, file: string): Promise<Recorder> {
    const findSecrets = createFindSecrets(await knownSecrets(deps, view));
    const folders = await foldersOf(view.folder);
    const getBlob = (blob: string): Promise<Uint8Array> => store.getBlob(blob);
    return openRecorder(
      { file, language, version: coreVersion, folders, findSecrets, readEvents, getBlob },
      view,
    );
  }

  async function openPlaying(
    file: string,
    folder: string,
    match: Match,
    wordsIn = language,
  ): Promise<Playing> {
    const cassette = await readCassette(file, wordsIn);
    const words = createCassetteWords(wordsIn);
    // Of this machine's secrets nothing is in a recording; what has the shape of one was masked in both.
    const hiding = { folders: await foldersOf(folder), findSecrets: createFindSecrets([]) };
    const core = createPlayerCore({ cassette, match, views: createTreeViews(), words, hiding });
    return { core, player: createPlayer(core) };
  }

  async function replay(options: ReplayOptions): Promise<ReplayedRun> {
    const folder = await realpath(options.folder);
    const opening = openPlaying(options.cassette, folder, options.match ?? "strict", options.language);
    const { core, player } = await opening;
    const recorded = languages.find((each) => each === core.cassette.start.settings["language"]);
    if (recorded !== undefined && recorded !== language) {
      const other = await deps.inLanguage(recorded);
      try {
        return await other.cassettes.replay({ ...options, language: options.language ?? language });
      } finally {
        await other.close();
      }
    }
    const id = createId("ses");
    playing.set(id, opening);
    try {
      return await replayRun(deps, core, id, { ...options, folder });
    } finally {
      playing.delete(id);
      await player.close();
    }
  }

  return {
    api: {
      record: (options) => recordRun(deps, options),
      replay,
      async read(file) {
        const { header, start, steps, ends } = await readCassette(file, language);
        const reason = ends.at(-1)?.reason;
        return {
          file,
          skillmint: header.skillmint,
          created: header.created,
          model: String(start.settings["model"]),
          prompt: start.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
          steps,
          ...(reason ? { reason } : {}),
        };
      },
      word: async (divergence, file) => wordDivergence(divergence, file, language),
    },
    async wrap(view, parts) {
      const { record, replay: file } = view.settings;
      const id = view.sessionId;
      if (record !== undefined && file !== undefined)
        throw new SkillmintError("usage", { params: { message: words("cassette.bothFlags") } });
      if (file !== undefined) {
        const opened = playing.get(id) ?? openPlaying(file, view.folder, "strict");
        playing.set(id, opened);
        return (await opened).player.play(view, parts);
      }
      if (record === undefined) return parts;
      const recorder = recorders.get(id) ?? openRecording(view, record);
      recorders.set(id, recorder);
      return (await recorder).record(view, parts);
    },
    async ended(view) {
      await (await recorders.get(view.sessionId))?.ended(view);
    },
    async close() {
      for (const opened of playing.values()) await (await opened).player.close();
    },
  };
}
