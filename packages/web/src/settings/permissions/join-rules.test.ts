import { describe, expect, it } from "vitest";
import { joinRules, sourceKey } from "./join-rules.ts";

describe("joinRules", () => {
  it("puts what decides first first, and names each of the person's rules once", () => {
    const joined = joinRules({
      rules: [
        { list: "allow", rule: "Bash(git log:*)" },
        { list: "deny", rule: "Read(./secret/**)", folder: "/work" },
      ],
      holding: [
        { list: "allow", rule: "Bash(git log:*)", source: "user" },
        { list: "deny", rule: "Read(./secret/**)", source: "user" },
        { list: "ask", rule: "WebFetch", source: "project" },
      ],
    });
    expect(joined).toEqual([
      { list: "deny", rule: "Read(./secret/**)", source: "user", folder: "/work" },
      { list: "ask", rule: "WebFetch", source: "project" },
      { list: "allow", rule: "Bash(git log:*)", source: "user" },
    ]);
  });

  it("has words for the sources that are known only", () => {
    expect(sourceKey("project")).toBe("source.project");
    expect(sourceKey("constructor")).toBeUndefined();
  });
});
