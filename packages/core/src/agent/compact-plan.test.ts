import { expect, it } from "vitest";
import { planCut } from "./compact-plan.ts";
import { append, sizesOf, unitsOf, viewOfTurns, type Turn } from "./context.fixture.ts";

const text = "word ".repeat(100);
const prompt = (said: string): Turn => ({ kind: "prompt", text: said });
const reply = (calls = 0): Turn => ({
  kind: "reply",
  text,
  calls: Array.from({ length: calls }, () => ({ result: text })),
});

async function cut(turns: Turn[], room: number, wish = { tailShare: 0.5, headShare: 0 }) {
  const view = viewOfTurns(turns);
  const units = await unitsOf(view);
  const planned = planCut(view, units, await sizesOf(units, room), wish);
  return planned && { ...planned, kept: units.slice(planned.index).map(({ kind }) => kind) };
}

it("keeps the newest part that fits its share", async () => {
  const planned = await cut([prompt("a"), reply(), reply(), reply(), prompt("b")], 600);
  expect(planned?.kept).toEqual(["reply", "reply", "prompt"]);
  expect(planned?.messages).toBe(2);
});

it("keeps what the model has not read, however long it is", async () => {
  expect((await cut([prompt("a"), reply(), reply(3)], 10))?.kept).toEqual(["reply"]);
  expect((await cut([prompt("a"), reply(), prompt(text), prompt(text)], 10))?.kept).toEqual([
    "prompt",
    "prompt",
  ]);
});

it("may cut behind everything where all was answered", async () => {
  const turns = [prompt("a"), reply()];
  const view = viewOfTurns(turns);
  expect(await cut(turns, 10)).toMatchObject({ kept: [], keptFrom: view.seq + 1, messages: 2 });
});

it("does not cut between a reply and a prompt that came while it was written", async () => {
  const turns: Turn[] = [
    prompt("a"),
    reply(),
    { kind: "reply", text, calls: [], meanwhile: "wait" },
    reply(1),
  ];
  const planned = await cut(turns, 250);
  expect(planned?.kept).toEqual(["reply"]);
  const before = await cut(turns, 1_000, { tailShare: 0.45, headShare: 0 });
  expect(before?.kept).toEqual(["reply", "prompt", "reply"]);
});

it("has nothing to cut where only the beginning stands before what is new, or too little", async () => {
  expect(await cut([prompt("a")], 10)).toBeUndefined();
  expect(await cut([prompt("a"), reply(1)], 1_000, { tailShare: 0.01, headShare: 0.2 })).toBeUndefined();
  const view = viewOfTurns([prompt("a"), reply(), prompt("b")]);
  append(view, { type: "session.compacted", summary: "s", keptFrom: view.seq });
  const units = await unitsOf(view);
  expect(units.map(({ kind }) => kind)).toEqual(["prompt", "summary", "prompt"]);
  expect(planCut(view, units, await sizesOf(units, 10), { tailShare: 0, headShare: 0 })).toBeUndefined();
});
