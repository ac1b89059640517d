import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SessionView } from "../packages/core/src/protocol/index.ts";
import { createTempWorkspace } from "../packages/core/src/testing/index.ts";
import { root, startNode } from "./kit.ts";

const script = join(root, "e2e/killed-run.fixture.ts");
/** create with its prompt, run.started, ten times (message, started, settled), message, run.ended */
const appends = 34;
const settles = (point: number): boolean => point > 2 && point <= 32 && point % 3 === 2;

/** After every append; and before those of results, when the effect has happened and nothing tells of it. */
const points = Array.from({ length: appends }, (_, index) => index + 1).flatMap((point) => [
  ...(settles(point) ? [{ point, side: "before" as const }] : []),
  { point, side: "after" as const },
]);

async function killAndResume(point: number, side: string): Promise<void> {
  const temp = await createTempWorkspace();
  const options = { env: temp.env, cwd: temp.folder };
  try {
    const first = await startNode(script, ["start", String(point), side], options).done;
    expect(first.stderr).toBe("");
    const survived = first.code === 0;
    const resumed = await startNode(script, ["resume"], options).done;
    expect([resumed.code, resumed.stderr]).toEqual([0, ""]);
    const acknowledged = first.stdout.includes("admitted");
    const view = /^view (.*)$/m.exec(resumed.stdout)?.[1];
    if (!acknowledged && (view === undefined || resumed.stdout.includes("no prompt"))) return;

    expect(survived).toBe(false);
    const { entries, calls, openCalls } = JSON.parse(view ?? "{}") as SessionView;
    expect(resumed.stdout).toContain("ended done");
    expect(entries.filter((entry) => entry.kind === "prompt")).toHaveLength(1);
    expect(openCalls).toEqual([]);
    const all = Object.values(calls);
    expect(all).toHaveLength(10);
    for (const call of all) expect(call.state).toBe("settled");

    const effects = (await readFile(join(temp.folder, "effects.txt"), "utf8").catch(() => ""))
      .split("\n")
      .filter(Boolean);
    expect(new Set(effects).size, "no side effect twice").toBe(effects.length);
    for (const call of all.filter((each) => each.name === "Bash" && each.status === "ok")) {
      expect(effects).toContain(String(/echo (\d+)/.exec(String(call.input["command"]))?.[1]));
    }
    expect(all.filter((call) => call.status === "interrupted").length).toBeLessThanOrEqual(1);
  } finally {
    await temp.remove();
  }
}

describe("kill -9 at each append of a run of ten calls, then resume", () => {
  const lanes = 3;
  it.concurrent.each(Array.from({ length: lanes }, (_, lane) => lane))(
    "loses nothing, does nothing twice, gives every call one result (%i)",
    async (lane) => {
      for (const { point, side } of points.filter((_, index) => index % lanes === lane))
        await killAndResume(point, side);
    },
    300_000,
  );

  it("covers the whole run: without a kill it makes exactly as many appends", async () => {
    const temp = await createTempWorkspace();
    const last = await startNode(script, ["start", String(appends), "after"], {
      env: temp.env,
      cwd: temp.folder,
    }).done;
    const none = await startNode(script, ["start", String(appends + 1), "before"], {
      env: temp.env,
      cwd: temp.folder,
    }).done;
    await temp.remove();
    expect([last.code, last.stdout.includes("ended")]).toEqual([null, false]);
    expect([none.code, none.stdout.includes("ended done")]).toEqual([0, true]);
  });
});
