import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { bash, statuses, useStage, wires } from "./kit.ts";

const stage = useStage();

describe.each(wires)("%s", (...wire) => {
  const run = (script: Script, flags?: readonly string[]) => stage.run(wire, script, flags);

  it("does not offer a tool that is denied as a whole, and still settles a call to it", async () => {
    const result = await run([{ calls: [bash("ls")] }, "end"], ["--deny", "Bash", "--allow", "Bash(ls)"]);
    expect([result.code, ...statuses(result)]).toEqual([0, "Bash denied"]);
    const offered = stage.server.requests[0]?.normal?.tools ?? [];
    expect(offered).toContain("Read");
    expect(offered).not.toContain("Bash");
  });

  it("takes a pattern of paths for edits", async () => {
    const write = (path: string) => ({ name: "Write", input: { path, content: "x" } });
    const result = await run(
      [{ calls: [write("src/a/b.ts"), write("other.ts"), write("src/../up.ts")] }],
      ["--allow", "Write(src/**)"],
    );
    expect([result.code, ...statuses(result)]).toEqual([3, "Write ok"]);
    expect(await readdir(stage.temp.folder)).toEqual(["src"]);
  });
});
