import fc from "fast-check";
import type { EventDraft, SessionId } from "../../protocol/index.ts";
import { openView } from "../open-view.ts";
import type { Store } from "../store.ts";
import { createSession, draft } from "./drafts.fixture.ts";

type Step = { kind: "append"; events: EventDraft[] } | { kind: "reopen" | "snapshot" | "undo" | "redo" };

const place = fc.integer({ min: 1, max: 30 });
const reason = fc.constantFrom("done", "waiting", "limit", "loop", "cancelled", "error");

const event: fc.Arbitrary<EventDraft> = fc.oneof(
  fc.string().map((text) => draft.prompt(text)),
  fc.string({ unit: "grapheme" }).map((text) => draft.note(text)),
  fc.tuple(fc.string(), place).map(([text, readTo]) => draft.message(text, readTo)),
  fc.constant(draft.started()),
  reason.map((value) => draft.ended(value)),
  fc.tuple(fc.constantFrom("undo", "redo"), place).map(([direction, seq]) => draft.rewound(direction, seq)),
  fc.string().map((title): EventDraft => ({ type: "session.renamed", title })),
  fc.constant<EventDraft>({ type: "session.configured", settings: { model: "other/model" } }),
  place.map((keptFrom): EventDraft => ({ type: "session.compacted", summary: "s", keptFrom })),
  place.map((keptFrom): EventDraft => ({ type: "session.compacted", summary: "", keptFrom, omitted: 2 })),
  place.map((before): EventDraft => ({ type: "results.cleared", before })),
);

/** A call with what may have become of it so far. */
const call: fc.Arbitrary<EventDraft[]> = fc
  .tuple(fc.uuid(), fc.boolean(), fc.boolean())
  .map(([uuid, isAsked, isSettled]) => {
    const key = uuid.replaceAll("-", "");
    return [
      draft.called(`call_${key}`),
      ...(isAsked ? [draft.asked(`ask_${key}`, `call_${key}`)] : []),
      ...(isSettled ? [draft.settled(`call_${key}`)] : []),
    ];
  });

const events = fc
  .array(fc.oneof({ weight: 3, arbitrary: event.map((one) => [one]) }, { weight: 1, arbitrary: call }), {
    maxLength: 5,
  })
  .map((groups) => groups.flat());

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: events.map((list) => ({ kind: "append" as const, events: list })) },
  { weight: 1, arbitrary: fc.constant({ kind: "reopen" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "snapshot" as const }) },
  { weight: 3, arbitrary: fc.constantFrom("undo" as const, "redo" as const).map((kind) => ({ kind })) },
);

export const arbitrarySteps = fc.array(step, { maxLength: 12 });

/** Answers or settles every other ask and call that is open: random ids would never meet one. */
async function settleSome(store: Store, id: SessionId): Promise<void> {
  const { openAsks, openCalls } = await openView(store, id, { full: true });
  for (const [index, ask] of openAsks.entries()) {
    if (index % 2 === 0)
      await store.append(id, [draft.answered(ask.askId, index % 4 === 0 ? "session" : "no")]);
  }
  for (const [index, callId] of openCalls.entries()) {
    if (index % 2 === 1) await store.append(id, [draft.settled(callId)]);
  }
}

/** Takes back the newest prompt there is, or brings back the one that was taken back last. */
async function rewind(store: Store, id: SessionId, direction: "undo" | "redo"): Promise<void> {
  const { entries, undone } = await openView(store, id);
  const seq =
    direction === "undo"
      ? entries.findLast((entry) => entry.kind === "prompt")?.seq
      : undone.at(-1)?.promptSeq;
  if (seq !== undefined) await store.append(id, [draft.rewound(direction, seq)]);
}

/** Does the steps, none of which a store may refuse. */
export async function runSteps(
  first: Store,
  reopen: () => Promise<Store>,
  steps: readonly Step[],
): Promise<{ id: SessionId; reopened: Store }> {
  let store = first;
  const id = await createSession(store);
  for (const step of steps) {
    switch (step.kind) {
      case "append":
        await store.append(id, step.events);
        break;
      case "reopen":
        await store.close();
        store = await reopen();
        break;
      case "snapshot": {
        const view = await openView(store, id);
        await store.putSnapshot(id, { seq: view.seq, view });
        await settleSome(store, id);
        break;
      }
      default:
        await rewind(store, id, step.kind);
    }
  }
  await store.close();
  return { id, reopened: await reopen() };
}
