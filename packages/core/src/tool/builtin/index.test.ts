import { describe, expect, it } from "vitest";
import { createTranslate, languages } from "../../protocol/index.ts";
import { createRegistry } from "../registry.ts";
import { createBuiltinTools } from "./index.ts";

describe("createBuiltinTools", () => {
  it("has the tools with their effects", () => {
    expect(createBuiltinTools().map((tool) => [tool.name, tool.effect])).toEqual([
      ["Read", "read"],
      ["Write", "write"],
      ["Edit", "write"],
      ["Bash", "execute"],
      ["BashOutput", "read"],
      ["KillShell", "interact"],
      ["Glob", "read"],
      ["Grep", "read"],
      ["LS", "read"],
      ["TodoWrite", "interact"],
      ["AskUserQuestion", "interact"],
      ["EnterPlanMode", "interact"],
      ["ExitPlanMode", "interact"],
    ]);
  });

  it.each(languages)("fits every request in %s", (language) => {
    const tools = createBuiltinTools({ t: createTranslate(language) });
    expect(JSON.stringify(createRegistry(tools).definitions()).length).toBeLessThan(7_000);
  });
});
