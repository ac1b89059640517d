import { describe, expect, it } from "vitest";
import { createTranslate, type Language, type SessionEvent } from "@skillmint/core/protocol";
import { createPlainRenderer } from "./plain-renderer.ts";
import { oneLine, sanitize } from "./sanitize.ts";

const base = { sessionId: "ses_1", at: 1_000, v: 1 } as const;
const usage = { input: 10, output: 5, cost: 0.0123 };

function render(
  events: ({ type: string } & Record<string, unknown>)[],
  options: { tty?: boolean; quiet?: boolean; language?: Language } = {},
) {
  let stdout = "";
  let stderr = "";
  const renderer = createPlainRenderer({
    stdout: { write: (text) => (stdout += text), isTTY: options.tty === true },
    stderr: { write: (text) => (stderr += text) },
    t: createTranslate(options.language ?? "en"),
    language: options.language ?? "en",
    quiet: options.quiet === true,
  });
  events.forEach((event, index) =>
    renderer.event({ ...base, seq: index + 1, ...event } as unknown as SessionEvent),
  );
  renderer.end();
  return { stdout, stderr };
}

it("counts from what it saw first of a run that worked already", () => {
  const events = [
    { type: "text.delta", messageId: "msg_1", offset: 0, text: "x", at: 5_000 },
    { type: "run.ended", reason: "done", usage, at: 7_500 },
  ];
  expect(render(events).stderr).toContain("2.5 s");
});

const message = (text: string, calls: string[] = []) => ({
  type: "message.completed",
  text,
  content: [{ type: "text", text }, ...calls.map((callId) => ({ type: "call", callId }))],
});
const run = [
  { type: "run.started" },
  { type: "text.delta", messageId: "msg_1", offset: 0, text: "Looking." },
  message("Looking.", ["call_1"]),
  { type: "tool.called", callId: "call_1", name: "Bash", input: { command: "ls\n-la \u001b[31m" } },
  {
    type: "tool.settled",
    callId: "call_1",
    name: "Bash",
    status: "error",
    content: [{ type: "text", text: "exit 1" }],
    durationMs: 1_234,
  },
  { type: "text.delta", messageId: "msg_2", offset: 0, text: "Done \u001b]0;evil\u0007." },
  message("Done \u001b]0;evil\u0007."),
  { type: "run.ended", reason: "done", usage },
];

describe("createPlainRenderer", () => {
  it.each<[Language, Record<string, unknown>, string]>([
    ["en", { type: "results.cleared", before: 9, freed: 61_234 }, "61,234 characters of old tool results"],
    ["zh-CN", { type: "results.cleared", before: 9, freed: 61_234 }, "已省略旧工具结果的 61,234 个字符"],
    ["en", { type: "results.cleared", before: 9 }, "old tool results were left out"],
    ["zh-CN", { type: "results.cleared", before: 9 }, "已省略旧的工具结果"],
    ["en", { type: "session.compacted", summary: "s", keptFrom: 9 }, "its middle was summarised"],
    ["zh-CN", { type: "session.compacted", summary: "", keptFrom: 9, omitted: 4 }, "已省略前 4 条消息"],
  ])("says what left a long conversation (%s, %j)", (language, event, expected) => {
    const shown = render([event as { type: string }], { language });
    expect(shown).toMatchObject({ stdout: "", stderr: expect.stringContaining(expected) });
    expect(render([event as { type: string }], { language, quiet: true }).stderr).toBe("");
  });

  it.each([true, false])(
    "shows what a sub-agent does, and keeps its words out of the answer (tty %s)",
    (tty) => {
      const child = run.map((event) => ({ ...event, sessionId: "ses_2", parentSessionId: "ses_1" }));
      const { stdout, stderr } = render(
        [
          { type: "run.started" },
          { type: "agent.started", agentType: "explore", prompt: "look\naround" },
          ...child,
          { type: "text.delta", messageId: "msg_3", offset: 0, text: "Mine." },
          message("Mine."),
          { type: "run.ended", reason: "done", usage },
        ],
        { tty },
      );
      expect(stdout.trim()).toBe("Mine.");
      expect(stderr).toContain("sub-agent (explore): look around");
      expect(stderr).toContain("  ✗ Bash ls");
    },
  );

  it("gives a script the answer alone, exactly as it is", () => {
    const { stdout, stderr } = render(run);
    expect(stdout).toBe("Done \u001b]0;evil\u0007.\n");
    expect(stderr).toContain("✗ Bash ls -la \\e[31m 1.2 s\n  exit 1");
    expect(stderr).toContain("10 tokens read, 5 written · $0.0123");
  });

  it("streams to a terminal and lets nothing act on it", () => {
    const { stdout } = render(run, { tty: true });
    expect(stdout).toBe("Looking.\nDone \\e]0;evil\\u{7}.\n");
  });

  it("never lets the status line erase streamed text", () => {
    let screen = "";
    const output = { write: (text: string) => (screen += text), isTTY: true };
    const renderer = createPlainRenderer({
      stdout: output,
      stderr: output,
      t: createTranslate("en"),
      language: "en",
      quiet: false,
    });
    for (const event of run) renderer.event({ ...base, seq: 1, ...event } as unknown as SessionEvent);
    renderer.end();
    const lines = screen.split("\n").map((line) => line.split("\r").at(-1) ?? "");
    expect(lines.filter((line) => line.includes("Looking."))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("Done"))).toHaveLength(1);
  });

  it("says nothing but the answer when quiet", () => {
    expect(render(run, { quiet: true }).stderr).toBe("");
  });

  it("prints no answer for a run that waits", () => {
    expect(
      render([
        { type: "run.started" },
        message("May I?", ["call_1"]),
        { type: "run.ended", reason: "waiting", usage },
      ]).stdout,
    ).toBe("");
  });
});

describe("sanitize", () => {
  it.each([
    ["plain 中文 😀\n\tx", "plain 中文 😀\n\tx"],
    ["\u001b[2J", "\\e[2J"],
    ["a\u202eb", "a\\u{202e}b"],
    ["zero\u200bwidth", "zero\\u{200b}width"],
    ["\u{e0041}", "\\u{e0041}"],
    ["cr\rlf", "cr\\u{d}lf"],
  ])("%j", (given, shown) => expect(sanitize(given)).toBe(shown));

  it("cuts by characters", () => expect(oneLine("😀😀😀😀", 3)).toBe("😀😀…"));
});
