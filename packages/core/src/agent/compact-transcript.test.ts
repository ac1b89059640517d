import { expect, it } from "vitest";
import { tellUnits } from "./compact-transcript.ts";
import { meter, t, unitsOf, viewOfTurns, type Turn } from "./context.fixture.ts";

const reply = (text: string, result: string): Turn => ({ kind: "reply", text, calls: [{ result }] });

it("tells who said what, with calls and results", async () => {
  const units = await unitsOf(
    viewOfTurns([
      { kind: "prompt", text: "look", image: true },
      reply("I look", "seen"),
      { kind: "note", text: "n" },
    ]),
  );
  expect(await tellUnits(units, 1_000, meter, t)).toMatch(
    /^\[Person\] look\n\[image\]\n\n\[Agent\] I look\n\n\[Call T\] \{"n":"call_\w+"\}\n\n\[Result of T\] seen\n\n\[Person\] .*n$/s,
  );
});

it("tells less of each where all is too much, and then leaves out the middle", async () => {
  const long = "word ".repeat(2_000);
  const turns: Turn[] = [
    { kind: "prompt", text: "the first wish" },
    ...Array.from({ length: 50 }, (_, turn) => reply(`turn ${turn}`, long)),
  ];
  const units = await unitsOf(viewOfTurns(turns));
  for (const tokens of [30_000, 10_000, 3_000, 1_000]) {
    const text = await tellUnits(units, tokens, meter, t);
    expect(await meter.text(text)).toBeLessThanOrEqual(tokens * 1.05);
    expect(text).toContain("the first wish");
    expect(text).toContain("turn 49");
  }
  expect(await tellUnits(units, 1_000, meter, t)).toMatch(/\[\d+ earlier messages omitted\]/);
});
