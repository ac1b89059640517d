import { describe, expect, it } from "vitest";
import { isSummary, limitContext, longText, modelRequests, readPart } from "./context.fixture.ts";
import { hook, hookFiles, notes, record } from "./hooks.fixture.ts";
import { answerOf, eventsOf, useStage, wires } from "./kit.ts";

const stage = useStage();
const { mine, lines } = hookFiles(stage);

describe.each(wires)("hooks of a long conversation, %s", (...wire) => {
  async function read() {
    await limitContext(stage.temp, wire, 32_000);
    await stage.temp.write("long.txt", longText(3_000));
    let turn = 0;
    return stage.run(wire, (request) => {
      if (isSummary(request)) return "the file is being read";
      if (++turn > 60) return "read it all";
      // What the model said itself is not cleared: only a summary makes it shorter.
      return { text: `thought ${turn} `.repeat(150), calls: [readPart(turn * 20, 20)] };
    });
  }

  it("have their say before it is summarised and after it", async () => {
    const wish = JSON.stringify({ hookSpecificOutput: { additionalContext: "keep the line numbers" } });
    await mine({
      PreCompact: [...hook(`${record("compact.log")}; echo '${wish}'`, "auto"), ...hook("exit 2", "manual")],
      SessionStart: hook(`${record("start.log")}; echo stay calm`, "compact"),
    });
    const result = await read();
    expect([result.code, answerOf(result)]).toEqual([0, "read it all"]);
    const compacted = eventsOf(result, "session.compacted").length;
    expect(compacted).toBeGreaterThan(0);
    expect(await lines("compact.log")).toHaveLength(compacted);
    expect((await lines("compact.log"))[0]).toMatchObject({ hook_event_name: "PreCompact", trigger: "auto" });
    const summary = modelRequests(stage.server.requests).find(({ normal }) => isSummary(normal));
    expect(JSON.stringify(summary?.body)).toContain("keep the line numbers");
    expect((await lines("start.log")).length).toBeGreaterThan(0);
    expect(notes(result)[0]).toBe("Added by a hook (SessionStart):\nstay calm");
  });

  it("being against it does not stop a run", async () => {
    await mine({ PreCompact: hook(`${record("compact.log")}; echo never >&2; exit 2`) });
    const result = await read();
    expect([result.code, answerOf(result)]).toEqual([0, "read it all"]);
    expect((await lines("compact.log")).length).toBeGreaterThan(0);
    const summaries = modelRequests(stage.server.requests).filter(({ normal }) => isSummary(normal));
    expect(summaries).toEqual([]);
  });
});
