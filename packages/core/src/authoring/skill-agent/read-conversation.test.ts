import { describe, expect, it } from "vitest";
import { keepEnds, readConversation } from "./read-conversation.ts";

const lines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join("\n");

describe("a conversation", () => {
  it("of our own export is told in order", () => {
    const sessionId = "ses_1";
    const { format, text } = readConversation(
      lines(
        { type: "session.created", sessionId, folder: "/x", title: "t" },
        { type: "prompt.admitted", sessionId, content: [{ type: "text", text: "Do 这个" }] },
        { type: "tool.called", sessionId, name: "Bash", input: { command: "ls" } },
        {
          type: "tool.settled",
          sessionId,
          name: "Bash",
          status: "error",
          content: [{ type: "text", text: "no" }],
        },
        { type: "message.completed", sessionId, text: "Done." },
      ),
    );
    expect(format).toBe("skillmint");
    expect(text).toBe(
      '## user\n\nDo 这个\n\n### Bash\n\n{"command":"ls"}\n\n→ error: no\n\n## assistant\n\nDone.',
    );
  });

  it("of Claude Code is told without its thoughts", () => {
    const { format, text, skipped } = readConversation(
      `${lines(
        { type: "summary", summary: "x" },
        { type: "user", message: { role: "user", content: "Hi" } },
        {
          type: "assistant",
          message: {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "hm" },
              { type: "text", text: "Look" },
              { type: "tool_use", name: "Read", input: { file_path: "a" } },
            ],
          },
        },
        {
          type: "user",
          message: { role: "user", content: [{ type: "tool_result", is_error: true, content: "gone" }] },
        },
      )}\n{broken`,
    );
    expect([format, skipped]).toEqual(["claude-code", 2]);
    expect(text).toBe(
      '## user\n\nHi\n\n## assistant\n\nLook\n\n### Read\n\n{"file_path":"a"}\n\n→ error: gone',
    );
  });

  it.each(["# Markdown\n\nuser: hi", "{ not json", '{"some": "json"}', ""])(
    "else is the text it is: %j",
    (text) => expect(readConversation(text)).toEqual({ format: "text", text, skipped: 0 }),
  );

  it("that is too long keeps its beginning and its end", () => {
    const text = `BEGIN${"x".repeat(5_000)}END`;
    const kept = keepEnds(text, 1_000, (count) => `[${count}]`);
    expect(kept.startsWith("BEGIN")).toBe(true);
    expect(kept.endsWith("END")).toBe(true);
    expect(kept).toContain(`[${text.length - 1_000}]`);
    expect(keepEnds("short", 1_000, String)).toBe("short");
  });
});
