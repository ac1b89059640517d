import { describe, expect, it } from "vitest";
import { readToolList } from "./allowed-tools.ts";

describe("readToolList", () => {
  it.each([
    ["Bash(git:*) Bash(jq:*) Read", ["Bash(git:*)", "Bash(jq:*)", "Read"]],
    ["Read, Write,Edit", ["Read", "Write", "Edit"]],
    ["Bash(git add *), Bash(slackcli:*, curl:*)", ["Bash(git add *)", "Bash(slackcli:*, curl:*)"]],
    ["read_file run_shell_command(ls) Agent(x) bash", ["Read", "Bash(ls)", "Task(x)", "Bash"]],
    ["WebFetch(domain: x.io) Read", ["WebFetch(domain:x.io)", "Read"]],
    ["mcp__srv__* stitch*:*", ["mcp__srv__*", "stitch*:*"]],
    ["Read\nRead\tGrep", ["Read", "Grep"]],
    ["Bash(git (x) y) Read", ["Bash(git (x) y)", "Read"]],
    ["Bash(open Read", ["Bash(open Read"]],
    ["  ,, ", []],
    ["", []],
  ])("%j", (text, rules) => expect(readToolList(text)).toEqual(rules));

  it("reads lists, with the rules that YAML took for maps", () => {
    expect(readToolList(["Read", "Bash(git add *)", { "WebFetch(domain": "x.io)" }, ["Grep"]])).toEqual([
      "Read",
      "Bash(git add *)",
      "WebFetch(domain:x.io)",
      "Grep",
    ]);
    expect(readToolList({ Read: "yes", Bash: { allow: "x" } })).toEqual(["Read", "Bash"]);
  });

  it("is bounded", () => {
    const many = Array.from({ length: 5000 }, (_, index) => `t${index}`);
    expect(readToolList(many.join(" "))).toHaveLength(500);
    expect(readToolList(many)).toHaveLength(500);
  });
});
