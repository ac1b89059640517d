import fc from "fast-check";
import type { ModelMessage } from "../model/model.ts";
import { createId, createTranslate, type EventDraft, type SessionView } from "../protocol/index.ts";
import { applyEvent } from "../protocol/apply-event.ts";
import { viewOf } from "../protocol/view.fixture.ts";
import { buildContext, type ContextUnit } from "./context.ts";
import { createTokenMeter } from "./measure-text.ts";

export const t = createTranslate("en");
export const meter = createTokenMeter();
export const blobs = { getBlob: async () => new Uint8Array(3), getText: async () => "" };
const blob = "0".repeat(64);
const usage = { input: 0, output: 0 };

export interface FixtureCall {
  result: string;
  image?: boolean;
  skill?: string;
}

export type Turn =
  | { kind: "prompt"; text: string; image?: boolean }
  | { kind: "note"; text: string }
  | { kind: "skill"; name: string; text: string }
  /** `meanwhile`: a prompt that comes in while the model writes. */
  | { kind: "reply"; text: string; calls: FixtureCall[]; meanwhile?: string };

const promptDraft = (text: string, image = false): EventDraft => ({
  type: "prompt.admitted",
  promptId: createId("prm"),
  content: [
    { type: "text", text },
    ...(image ? [{ type: "image" as const, blob, mediaType: "image/png" }] : []),
  ],
});

/** The events of a turn, as a run would append them; `seq` is that of the newest event before. */
function draftsOf(turn: Turn, seq: number): EventDraft[] {
  if (turn.kind === "prompt") return [promptDraft(turn.text, turn.image)];
  if (turn.kind === "note")
    return [{ type: "note.added", noteId: createId("note"), kind: "x", text: turn.text }];
  if (turn.kind === "skill")
    return [{ type: "skill.activated", skillId: `user:${turn.name}`, name: turn.name, text: turn.text }];
  const calls = turn.calls.map((call) => ({ ...call, callId: createId("call") }));
  const messageId = createId("msg");
  return [
    ...(turn.meanwhile === undefined ? [] : [promptDraft(turn.meanwhile)]),
    {
      type: "message.completed",
      messageId,
      runId: "run_1",
      role: "assistant",
      text: turn.text,
      content: [
        { type: "text", text: turn.text },
        ...calls.map(({ callId }) => ({ type: "call" as const, callId })),
      ],
      model: "m",
      stop: calls.length > 0 ? "calls" : "end",
      usage,
      readTo: seq,
    },
    ...calls.map(({ callId }): EventDraft => ({
      type: "tool.called",
      callId,
      messageId,
      name: "T",
      input: { n: callId },
    })),
    ...calls.flatMap(({ callId, result, image, skill }): EventDraft[] => [
      ...(skill === undefined
        ? []
        : [
            {
              type: "skill.activated" as const,
              skillId: `user:${skill}`,
              name: skill,
              text: result,
              callId,
            },
          ]),
      {
        type: "tool.settled",
        callId,
        name: "T",
        status: "ok",
        content: [
          { type: "text", text: result },
          ...(image ? [{ type: "image" as const, blob, mediaType: "image/png" }] : []),
        ],
        ...(skill === undefined ? {} : { details: { skillId: `user:${skill}` } }),
      },
    ]),
  ];
}

export function append(view: SessionView, ...events: EventDraft[]): void {
  for (const event of events)
    applyEvent(view, { ...event, sessionId: view.sessionId, seq: view.seq + 1, at: 0, v: 1 });
}

export function appendTurns(view: SessionView, turns: readonly Turn[]): SessionView {
  for (const turn of turns) append(view, ...draftsOf(turn, view.seq));
  return view;
}

export function viewOfTurns(turns: readonly Turn[]): SessionView {
  return appendTurns(viewOf(), turns);
}

export function unitsOf(view: SessionView, context = 32_000): Promise<ContextUnit[]> {
  return buildContext(view, blobs, t, { images: true, context }, meter);
}

export async function sizesOf(units: readonly ContextUnit[], room: number) {
  const sizes: number[] = [];
  for (const unit of units) sizes.push(await meter.messages(unit.messages));
  return { sizes, total: sizes.reduce((sum, size) => sum + size, 0), room, scale: 1 };
}

export const messagesOf = (units: readonly ContextUnit[]): ModelMessage[] =>
  units.flatMap((unit) => unit.messages);

const words = fc.nat(600).map((count) => "word ".repeat(count));
const skillName = fc.constantFrom("one", "two", "three");
const call: fc.Arbitrary<FixtureCall> = fc.oneof(
  { weight: 5, arbitrary: words.map((result) => ({ result })) },
  { weight: 1, arbitrary: words.map((result) => ({ result, image: true })) },
  { weight: 1, arbitrary: fc.tuple(skillName, words).map(([skill, result]) => ({ result, skill })) },
);

const turn: fc.Arbitrary<Turn> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("reply" as const),
      text: words,
      calls: fc.array(call, { maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(words, fc.array(call, { maxLength: 2 }), words)
      .map(([text, calls, meanwhile]) => ({ kind: "reply" as const, text, calls, meanwhile })),
  },
  { weight: 2, arbitrary: words.map((text) => ({ kind: "prompt" as const, text })) },
  { weight: 1, arbitrary: words.map((text) => ({ kind: "prompt" as const, text, image: true })) },
  { weight: 1, arbitrary: words.map((text) => ({ kind: "note" as const, text })) },
  {
    weight: 1,
    arbitrary: fc.tuple(skillName, words).map(([name, text]) => ({ kind: "skill" as const, name, text })),
  },
);

/** Conversations of any kind: several calls at once, images, skills, notes, prompts while the model writes. */
export const anyTurns: fc.Arbitrary<Turn[]> = fc
  .array(turn, { maxLength: 25 })
  .map((turns) => [{ kind: "prompt", text: "the first wish" }, ...turns]);
