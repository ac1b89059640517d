import {
  createId,
  isDurable,
  type DurableEvent,
  type EventDraft,
  type InputPart,
  type Language,
  type SessionEvent,
  type SessionId,
  type SessionSettings,
  type RunResult,
} from "../../protocol/index.ts";
import type { Store } from "../../session/store.ts";
import type { Divergence, EndKind, Match } from "./divergence.ts";
import type { RecordedInput } from "./format.ts";
import { mapTexts } from "./json.ts";
import type { PlayerCore } from "./player-core.ts";
import { readTree, wordEvent } from "./read-tree.ts";
import { restoreFiles } from "./restore-files.ts";
import { agentOf } from "./tree-views.ts";

export interface ReplayOptions {
  /** The file. */
  cassette: string;
  /** The workspace to replay in. */
  folder: string;
  /** Default: `strict`. */
  match?: Match;
  /**
   * Puts files there that the recorded run read before it wrote them: `true` those that are missing, `empty` only where
   * the folder holds nothing yet. Default: none.
   */
  restoreFiles?: boolean | "empty";
  /** Another prompt than the recorded one. */
  prompt?: string;
  /** Of notes and refusals. Default: that of the runtime. */
  language?: Language;
  signal?: AbortSignal;
  /** Sees every event, durable and live, once and in order. */
  onEvent?: (event: SessionEvent) => void;
}

export interface ReplayedRun {
  /** All events, of sub-agents too, in the order in which they came. */
  events: SessionEvent[];
  outcome: RunResult;
  /** Absent: the run was as it was recorded. */
  divergence?: Divergence;
  /** What a person should know: files that were not recorded, texts taken from the recording. */
  notes: string[];
}

/** What a replay needs of whoever runs sessions. */
export interface ReplayHost {
  store: Store;
  /** Works on the session until it ends or waits, with the player of `core`. */
  run(
    id: SessionId,
    options: { signal?: AbortSignal; onEvent: (event: SessionEvent) => void },
  ): Promise<RunResult>;
}

/** Plays a recorded run, from its prompt over every answer to its end, or to where it is no longer as it was. */
export async function replayRun(
  host: ReplayHost,
  core: PlayerCore,
  id: SessionId,
  options: ReplayOptions,
): Promise<ReplayedRun> {
  const events: SessionEvent[] = [];
  const inputs = createInputs(host.store, core, id, (event) => see(event));
  function see(event: SessionEvent): void {
    const shown = core.unmove(event);
    events.push(shown);
    options.onEvent?.(shown);
    if (isDurable(event)) inputs.see(event);
  }
  await restoreFiles(core, options.folder, options.restoreFiles ?? false);
  for (const event of await createSession(host.store, core, id, options)) see(event);
  const { ends } = core.cassette;
  let outcome: RunResult | undefined;
  for (let turn = 0; turn < Math.max(1, ends.length) && !core.divergence(); turn++) {
    await inputs.begin(turn);
    outcome = await host.run(id, { onEvent: see, ...(options.signal ? { signal: options.signal } : {}) });
    await inputs.settle();
    if (options.signal?.aborted) break;
    compareEnd(core, turn, outcome);
  }
  if (!core.divergence() && !options.signal?.aborted) await compareEvents(host.store, core, id);
  outcome ??= await host.run(id, { onEvent: see });
  const divergence = core.divergence();
  return { events, outcome, ...(divergence ? { divergence } : {}), notes: core.notes() };
}

/** The session as it was begun; nothing of this machine's settings counts. */
async function createSession(
  store: Store,
  core: PlayerCore,
  id: SessionId,
  { folder, cassette, prompt }: ReplayOptions,
): Promise<DurableEvent[]> {
  const { restore } = core.placeholders();
  const { start } = core.cassette;
  const {
    addedFolders: _added,
    environment,
    ...settings
  } = mapTexts(start.settings, restore) as unknown as SessionSettings;
  const created: EventDraft<"session.created"> = {
    type: "session.created",
    folder,
    title: restore(start.title),
    settings: {
      ...settings,
      ...(environment === undefined ? {} : { environment: "none" }),
      replay: cassette,
    },
  };
  const promptId = createId("prm");
  const isPlain = start.content.every((part) => part.type === "text");
  if (prompt !== undefined || isPlain) {
    const recorded = start.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    const texts = prompt === undefined ? recorded.map(restore) : [prompt];
    const content = texts.map((text): InputPart => ({ type: "text", text }));
    return store.create(id, [created, { type: "prompt.admitted", promptId, content }]);
  }
  const first = await store.create(id, [created]);
  const content: InputPart[] = [];
  for (const part of start.content)
    content.push(
      part.type === "text"
        ? { type: "text", text: restore(part.text) }
        : { type: "image", mediaType: part.mediaType, blob: await store.putBlob(id, part.data) },
    );
  return [
    ...first,
    ...(await store.append(id, [{ type: "prompt.admitted", promptId, content }], { durable: true })),
  ];
}

/** What came into the recorded run from outside comes in again where it did: before a piece of work, or in it. */
function createInputs(store: Store, core: PlayerCore, root: SessionId, see: (event: SessionEvent) => void) {
  let live: RecordedInput[] = [];
  let work: Promise<void> = Promise.resolve();
  let lastAsk: string | undefined;

  async function put({ agent, ask, event }: RecordedInput, isTold: boolean): Promise<void> {
    const tree = await readTree((id, after) => store.read(id, after), root);
    const log = tree.get(agent) ?? [];
    const id = log[0]?.sessionId;
    if (!id) return;
    const asks = log.flatMap((each) =>
      each.type === "permission.asked" || each.type === "question.asked" ? [each.askId] : [],
    );
    const askId = ask === undefined ? lastAsk : asks[ask - 1];
    lastAsk = askId;
    const draft = {
      ...mapTexts(event, core.placeholders().restore),
      ...("askId" in event ? { askId } : {}),
      ...("promptId" in event ? { promptId: createId("prm") } : {}),
    } as unknown as EventDraft;
    const appended = await store.append(id, [draft], { durable: true });
    if (isTold)
      for (const each of appended) see(agent === "main" ? each : { ...each, parentSessionId: root });
  }

  return {
    /** Puts in what came before a piece of work. */
    async begin(turn: number) {
      const { ends } = core.cassette;
      const inputs = ends[turn]?.inputs ?? [];
      const lengths = new Map<string, number>();
      for (const end of ends.slice(0, turn))
        for (const [agent, types] of Object.entries(end.events))
          lengths.set(agent, (lengths.get(agent) ?? 0) + types.length);
      live = [];
      for (const input of inputs) {
        const before = lengths.get(input.agent);
        if (before !== undefined && before > 0 && input.at === before + 1) {
          lengths.set(input.agent, input.at);
          await put(input, true);
        } else live.push(input);
      }
    },
    see(event: DurableEvent) {
      const view = core.views.all().find((each) => each.sessionId === event.sessionId);
      const place = view ? agentOf(view) : "main";
      const due = live.filter((input) => input.agent === place && input.at === event.seq + 1);
      live = live.filter((input) => !due.includes(input));
      for (const input of due) work = work.then(() => put(input, false));
    },
    settle: () => work,
  };
}

function compareEnd(core: PlayerCore, turn: number, outcome: RunResult): void {
  const end = core.cassette.ends[turn];
  const step = core.step() + 1;
  const at = { step, agent: "main" };
  if (!end) {
    core.diverge({
      ...at,
      kind: "end",
      subject: "wasCut" satisfies EndKind,
      expected: "",
      got: outcome.reason,
    });
    return;
  }
  if (end.reason === outcome.reason) return;
  const [ask] = outcome.asks;
  if (outcome.reason !== "waiting" || !ask) {
    core.diverge({
      ...at,
      kind: "end",
      subject: "endedEarly" satisfies EndKind,
      expected: end.reason,
      got: outcome.reason,
    });
    return;
  }
  const name = ask.type === "permission.asked" ? ask.tool : "AskUserQuestion";
  const number = Number(/\/(\d+)$/.exec(core.views.ids.nameOf(ask.callId) ?? "")?.[1] ?? 0);
  core.diverge({
    ...at,
    kind: "permission",
    subject: name,
    number,
    expected: core.words("cassette.notAsked"),
    got: core.words("cassette.asked"),
  });
}

/** A last look: whatever happened in the recorded run happened here too, as often. */
async function compareEvents(store: Store, core: PlayerCore, id: SessionId): Promise<void> {
  const tree = await readTree((each, after) => store.read(each, after), id);
  const expected = new Map<string, string[]>();
  for (const { events } of core.cassette.ends)
    for (const [agent, types] of Object.entries(events))
      expected.set(agent, [...(expected.get(agent) ?? []), ...types]);
  for (const agent of new Set([...expected.keys(), ...tree.keys()])) {
    const before = expected.get(agent) ?? [];
    const now = (tree.get(agent) ?? []).map(wordEvent);
    if (before.toSorted().join("\n") === now.toSorted().join("\n")) continue;
    core.diverge({
      step: core.step(),
      kind: "end",
      agent,
      subject: "otherEvents" satisfies EndKind,
      expected: before.join("\n"),
      got: now.join("\n"),
    });
  }
}
