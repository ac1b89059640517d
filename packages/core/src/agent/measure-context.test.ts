import { describe, expect, it } from "vitest";
import { createInProcessModel } from "../testing/in-process-model.ts";
import type { SessionView } from "../protocol/index.ts";
import { append, meter, unitsOf, viewOfTurns, type Turn } from "./context.fixture.ts";
import { measureContext, surelyFits } from "./measure-context.ts";

const text = "word ".repeat(500);
const limits = { context: 10_000, output: 1_000, images: true };
const model = createInProcessModel([], { id: "m", limits });
const turns: Turn[] = [
  { kind: "prompt", text },
  { kind: "reply", text: "a", calls: [{ result: text }] },
];

async function measure(view: SessionView) {
  const units = await unitsOf(view, limits.context);
  const place = { agent: "main", iteration: 1 };
  const request = { model, system: "s ".repeat(200), tools: [], units, readTo: view.seq, place };
  return { request, ...(await measureContext(view, request, meter)) };
}

/** The same conversation, with what the provider counted for its reply. */
function counted(input: number): SessionView {
  const view = viewOfTurns(turns);
  view.entries = view.entries.map((entry) =>
    entry.kind === "message" ? { ...entry, usage: { input, output: 1 } } : entry,
  );
  return view;
}

describe("measureContext", () => {
  it("estimates where nothing was counted", async () => {
    const measured = await measure(viewOfTurns(turns));
    expect([measured.scale, measured.isKnown, measured.budget]).toEqual([1, false, 7_000]);
    expect(measured.total).toBeGreaterThan(1_200);
    expect(measured.room).toBe(7_000 - measured.system - measured.tools);
  });

  it("takes what the provider counted, and corrects the estimate of what came after", async () => {
    const plain = await measure(viewOfTurns(turns));
    const estimated = plain.system + plain.tools + (plain.sizes[0] ?? 0);
    const double = await measure(counted(estimated * 2));
    expect(double.isKnown).toBe(true);
    expect(double.system + double.tools + (double.sizes[0] ?? 0)).toBeCloseTo(estimated * 2);
    expect(double.total).toBeCloseTo(plain.total * 2);
    const half = await measure(counted(estimated / 2));
    expect(half.sizes[0]).toBeCloseTo((plain.sizes[0] ?? 0) / 2);
    expect(half.sizes[1]).toBe(plain.sizes[1]);
    // A count that cannot be is no reason to believe that nothing was sent.
    expect((await measure(counted(1))).sizes).toEqual(half.sizes);
  });

  it("goes on with the last correction where the beginning changed since", async () => {
    const view = counted(10_000);
    append(view, { type: "results.cleared", before: 2, scale: 1.5 });
    const measured = await measure(view);
    expect([measured.scale, measured.isKnown]).toEqual([1.5, false]);
  });

  it("keeps a part of the budget for the conversation, whatever the rest takes", async () => {
    const view = viewOfTurns(turns);
    append(view, {
      type: "skill.activated",
      skillId: "user:own",
      name: "own",
      text: "x",
      own: true,
      terms: { contextBudget: 40 },
    });
    const measured = await measure(view);
    expect([measured.budget, measured.room]).toEqual([40, 10]);
  });
});

it("surelyFits needs no estimate", async () => {
  const { request } = await measure(viewOfTurns(turns));
  expect(surelyFits(viewOfTurns(turns), request)).toBe(true);
  const many = await measure(viewOfTurns([...turns, ...turns]));
  expect(surelyFits(viewOfTurns(turns), many.request)).toBe(false);
});
