import { describe, expect, it } from "vitest";
import { agentStandingOf } from "./agent-standing.ts";

const settled = { state: "settled", status: "ok" } as const;
const run = { run: { at: 1 }, ended: null } as never;

describe("how a sub-agent stands", () => {
  it.each([
    ["done", { endedAt: 2, status: "done" }, "ok"],
    ["failed, though its call was answered", { endedAt: 2, status: "error" }, "error"],
    ["stopped", { endedAt: 2, status: "cancelled" }, "cancelled"],
    ["at work in the background", {}, "running"],
  ] as const)("%s", (_, child, standing) => {
    expect(agentStandingOf(settled, child, run)).toBe(standing);
  });

  it("follows its parent until its call is answered", () => {
    const open = { state: "started" } as const;
    expect(agentStandingOf(open, {}, run)).toBe("running");
    expect(agentStandingOf(open, {}, { run: null, ended: { reason: "waiting" } } as never)).toBe("waiting");
    expect(agentStandingOf(open, {}, { run: null, ended: null })).toBe("interrupted");
    expect(agentStandingOf({ state: "settled", status: "denied" }, undefined, run)).toBe("denied");
  });
});
