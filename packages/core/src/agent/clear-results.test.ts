import { describe, expect, it } from "vitest";
import { textOf } from "../protocol/index.ts";
import { countFreed, planClearing, planShortening, readResult, shortenResults } from "./clear-results.ts";
import {
  append,
  blobs,
  messagesOf,
  meter,
  sizesOf,
  t,
  unitsOf,
  viewOfTurns,
  type Turn,
} from "./context.fixture.ts";

const long = "word ".repeat(1_000);
const reply = (...results: string[]): Turn => ({
  kind: "reply",
  text: "r",
  calls: results.map((result) => ({ result })),
});
const prompt: Turn = { kind: "prompt", text: "p" };

async function plan(turns: Turn[], room: number, enough = room) {
  const view = viewOfTurns(turns);
  const units = await unitsOf(view);
  return { view, units, sizes: await sizesOf(units, room), enough };
}

/** For each result whether it is whole (`+`) or cleared (`-`); nothing where none was. */
async function clear(turns: Turn[], room: number, enough?: number) {
  const { view, units, sizes, enough: most } = await plan(turns, room, enough);
  const clearing = await planClearing(units, sizes, most, meter, t);
  if (!clearing) return undefined;
  append(view, { type: "results.cleared", ...clearing });
  const results = messagesOf(await unitsOf(view)).filter(({ role }) => role === "tool");
  return results.map((message) => (textOf(message.content) === long ? "+" : "-")).join("");
}

describe("planClearing", () => {
  const replies = Array.from({ length: 8 }, () => reply(long));

  it("clears the oldest, in one large step, and none of the newest three replies where that does", async () => {
    expect(await clear([prompt, ...replies], 7_500)).toBe("-----+++");
    expect(await clear([prompt, ...replies], 14_000)).toBe("---+++++");
  });

  it("goes on to the newer ones where it has to, never to what the model has not read", async () => {
    expect(await clear([prompt, ...replies], 2_000)).toBe("-------+");
    expect(await clear([prompt, reply(long)], 10)).toBeUndefined();
  });

  it("does nothing where it would not be enough", async () => {
    expect(await clear([prompt, ...replies], 2_000, 100)).toBeUndefined();
  });

  it("leaves instructions of skills and short results alone", async () => {
    const loading: Turn = { kind: "reply", text: "r", calls: [{ result: long, skill: "one" }] };
    expect(await clear([prompt, loading, reply("short"), reply(long)], 10)).toBeUndefined();
  });
});

describe("planShortening", () => {
  it("leaves of each new result what fits, and says where the rest is", async () => {
    const { view, units, sizes } = await plan([prompt, reply(long, long, "short")], 1_000);
    const clearing = planShortening(units, sizes);
    expect(clearing).toBeDefined();
    if (clearing) append(view, { type: "results.cleared", ...clearing });
    const after = await sizesOf(await unitsOf(view), 1_000);
    expect(after.total).toBeLessThan(1_000);
    expect(after.total).toBeGreaterThan(500);
    const texts = messagesOf(await unitsOf(view)).map((message) => textOf(message.content));
    expect(texts[2]).toMatch(
      /^word word[^[]*\n\[\d+ characters of output left out.*Read \/skillmint\/output\/call_/s,
    );
    expect(texts[4]).toBe("short");
  });

  it("leaves out the images of new results, and of the text around them what fits", async () => {
    const looks = (result: string): Turn => ({
      kind: "reply",
      text: "r",
      calls: Array.from({ length: 20 }, () => ({ result, image: true })),
    });
    for (const [result, room] of [
      ["", 22_000],
      ["see", 22_000],
      [long, 10_000],
    ] as const) {
      const { view, units, sizes } = await plan([prompt, looks(result)], room);
      expect(sizes.total).toBeGreaterThan(room);
      const clearing = planShortening(units, sizes);
      if (clearing) append(view, { type: "results.cleared", ...clearing });
      const after = await unitsOf(view);
      expect((await sizesOf(after, room)).total).toBeLessThan(room);
      expect(textOf(messagesOf(after)[2]?.content ?? [])).toContain(result.slice(0, 100));
      expect(planShortening(after, await sizesOf(after, room))).toBeUndefined();
    }
  });

  it("has nothing to do where no result is long", async () => {
    const { units, sizes } = await plan([prompt, reply("short")], 1);
    expect(planShortening(units, sizes)).toBeUndefined();
    expect(planShortening([], { sizes: [], total: 0, room: 1, scale: 1 })).toBeUndefined();
  });
});

it("counts what leaves the context, and not again what left it before", async () => {
  const view = viewOfTurns([prompt, reply(long), reply(long, "short"), reply(long)]);
  const units = await unitsOf(view);
  const clearing = { before: units.at(-1)?.seq ?? 0, chars: 0 };
  const freed = countFreed(units, clearing, t);
  append(view, { type: "results.cleared", ...clearing, freed });
  const left = (await unitsOf(view)).flatMap((unit) => unit.messages).filter(({ role }) => role === "tool");
  const chars = left.reduce((sum, message) => sum + textOf(message.content).length, 0);
  expect(freed).toBe(3 * long.length + "short".length - chars);
  expect(freed).toBeGreaterThan(1.9 * long.length);
  expect(countFreed(await unitsOf(view), clearing, t)).toBe(0);
});

it("images are cleared with the text around them", async () => {
  const turn: Turn = { kind: "reply", text: "r", calls: [{ result: "see", image: true }] };
  const [unit] = await unitsOf(viewOfTurns([turn]));
  if (!unit) throw new Error("no unit");
  expect(shortenResults(unit, 0, t).messages[1]?.content).toEqual([
    { type: "text", text: `see\n${t("context.imagesCleared", { count: 1 })}` },
  ]);
});

it("a cleared result is read again as a whole", async () => {
  const view = viewOfTurns([reply(long)]);
  const [call] = Object.values(view.calls);
  if (!call) throw new Error("no call");
  expect(new TextDecoder().decode(await readResult(call, blobs))).toBe(long);
  const { content: _content, ...open } = call;
  expect(await readResult({ ...open, state: "started" }, blobs)).toBeUndefined();
});
