import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../model/model.ts";
import { textOf, type EventDraft, type SessionView } from "../protocol/index.ts";
import { planClearing, planShortening } from "./clear-results.ts";
import { planCut } from "./compact-plan.ts";
import {
  anyTurns,
  append,
  appendTurns,
  messagesOf,
  meter,
  sizesOf,
  t,
  unitsOf,
  viewOfTurns,
} from "./context.fixture.ts";

/** The calls, and the results that stand at once behind the reply that made them. */
function pairs(messages: readonly ModelMessage[]): { called: string[]; answered: string[] } {
  const called: string[] = [];
  const answered: string[] = [];
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      open = message.content.flatMap((part) => (part.type === "call" ? [part.callId] : []));
      called.push(...open);
    } else if (message.role === "tool") {
      if (open.includes(message.callId)) answered.push(message.callId);
    } else open = [];
  }
  return { called, answered };
}

type Step = { kind: "clear" | "cut" | "trim" | "shorten"; room: number };

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("clear", "cut", "trim", "shorten"),
    room: fc.integer({ min: 50, max: 4_000 }),
  }),
  { maxLength: 5 },
);

/** What the engine would append for such a step. */
async function decide(view: SessionView, { kind, room }: Step): Promise<EventDraft | undefined> {
  const units = await unitsOf(view);
  const sizes = await sizesOf(units, room);
  if (kind === "clear" || kind === "shorten") {
    const clearing =
      kind === "clear"
        ? await planClearing(units, sizes, Number.POSITIVE_INFINITY, meter, t)
        : planShortening(units, sizes);
    return clearing && { type: "results.cleared", ...clearing };
  }
  const cut = planCut(view, units, sizes, { tailShare: 0.4, headShare: 0 });
  if (!cut) return undefined;
  const { keptFrom, messages } = cut;
  // What stays by sequence is what stands behind the cut.
  const kept = units.filter((unit) => !unit.isStart && unit.seq >= keptFrom);
  expect(kept).toEqual(units.slice(cut.index));
  return kind === "cut"
    ? { type: "session.compacted", summary: "what came before", keptFrom }
    : {
        type: "session.compacted",
        summary: "",
        keptFrom,
        omitted: (view.start?.omitted ?? 0) + messages,
      };
}

describe("a context, however it is made smaller", () => {
  it("never parts a call from its result, and keeps what is new, what came first and what is active", async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, steps, async (turns, wanted) => {
        const view = viewOfTurns(turns);
        const unread = view.entries
          .slice(view.entries.findLastIndex((entry) => entry.kind === "message") + 1)
          .flatMap((entry) => (entry.kind === "prompt" ? [textOf(entry.content)] : []));
        for (const step of wanted) {
          const before = await sizesOf(await unitsOf(view), 0);
          const event = await decide(view, step);
          if (!event) continue;
          append(view, event);
          const units = await unitsOf(view);
          const messages = messagesOf(units);
          const { called, answered } = pairs(messages);
          expect(answered).toEqual(called);
          expect(messages[0]?.role).toBe("user");
          const said = messages.map((message) => textOf(message.content));
          expect(said.some((text) => text.includes("the first wish"))).toBe(true);
          expect(said).toEqual(expect.arrayContaining(unread));
          if (event.type === "results.cleared")
            expect((await sizesOf(units, 0)).total).toBeLessThanOrEqual(before.total);
          for (const { name, text } of Object.values(view.skills))
            expect(said.some((each) => each.includes(text.slice(0, 200)) || each.includes(name))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is the same from request to request but for what is added", async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, steps, anyTurns, async (turns, wanted, more) => {
        const view = viewOfTurns(turns);
        for (const step of wanted) {
          const event = await decide(view, step);
          if (event) append(view, event);
        }
        const before = messagesOf(await unitsOf(view));
        appendTurns(view, more);
        append(view, { type: "todo.changed", todos: [{ id: "1", subject: "later", status: "pending" }] });
        expect(messagesOf(await unitsOf(view)).slice(0, before.length)).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });
});
