import { describe, expect, it } from "vitest";
import { createTranslate, spill, type SessionId } from "../protocol/index.ts";
import { exportJsonl, exportMarkdown } from "./export.ts";
import { codeBlock } from "./markdown.ts";
import type { Store } from "./store.ts";
import { createSession, draft } from "./suite/drafts.fixture.ts";
import { createTempFolder } from "./suite/temp-store.fixture.ts";

const settings = {
  model: "demo/scripted",
  mode: "default",
  baseUrl: "https://me:hunter2@host/v1?key=hunter2",
} as const;

async function join(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

function markdown(store: Store, id: SessionId, language: "en" | "zh-CN" = "en"): Promise<string> {
  return join(exportMarkdown(store, id, createTranslate(language)));
}

describe("codeBlock", () => {
  it.each([
    ["plain", "```\nplain\n```\n"],
    ["a ``` b", "````\na ``` b\n````\n"],
    ["`````\n", "``````\n`````\n``````\n"],
  ])("%j", (text, block) => {
    expect(codeBlock(text)).toBe(block);
  });
});

describe("exportJsonl", () => {
  it("gives every event on a line of its own, without credentials", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(
      store,
      { type: "session.configured", settings },
      { ...draft.prompt("line\nbreak"), settings },
    );
    const text = await join(exportJsonl(store, id));
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { settings?: unknown });
    expect(lines).toMatchObject([
      { type: "session.created", sessionId: id, seq: 1 },
      { type: "session.configured", settings: { baseUrl: "https://host/v1" } },
      { type: "prompt.admitted", content: [{ text: "line\nbreak" }] },
    ]);
    expect(text).not.toContain("hunter2");
  });
});

describe("exportMarkdown", () => {
  it("tells the conversation", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open({ clock: () => 0 });
    const id = await createSession(
      store,
      { type: "session.renamed", title: "A\n# title" },
      draft.prompt("Do it"),
      draft.message("On it", 3, ["call_1"]),
      draft.called("call_1", { command: "ls" }),
      draft.settled("call_1", "a ``` b"),
      draft.called("call_2", { command: "pwd" }),
      draft.ended("limit"),
    );
    expect(await markdown(store, id)).toBe(`# A # title

- Session: ${id}
- Folder: /work
- Model: demo/scripted
- Created: 1970-01-01T00:00:00.000Z

## Prompt (1970-01-01T00:00:00.000Z)

Do it

## Answer (demo/scripted)

On it

### Call: Bash

\`\`\`json
{
  "command": "ls"
}
\`\`\`

Result: ok

\`\`\`\`
a \`\`\` b
\`\`\`\`

*The run ended: limit reached*

### Call: Bash

\`\`\`json
{
  "command": "pwd"
}
\`\`\`

No result.
`);
    expect(await markdown(store, id, "zh-CN")).toContain("## 回答 (demo/scripted)");
  });

  it("leaves out what was undone, and has again what was redone", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(
      store,
      draft.prompt("first"),
      draft.message("one", 2),
      draft.prompt("second"),
      draft.message("two", 4),
      draft.rewound("undo", 4),
    );
    expect(await markdown(store, id)).not.toMatch(/second|two/);
    await store.append(id, [draft.rewound("redo", 4)]);
    expect(await markdown(store, id)).toMatch(/second[^]*two/);
    await store.append(id, [draft.rewound("undo", 4), draft.prompt("third"), draft.message("three", 9)]);
    const text = await markdown(store, id);
    expect(text).toMatch(/first[^]*one[^]*third[^]*three/);
    expect(text).not.toMatch(/second|two/);
  });

  it("has long prompts and answers whole, and says what is missing of results", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(store);
    const put = (text: string) => store.putBlob(id, new TextEncoder().encode(text));
    const long = "字".repeat(200_000);
    await store.append(id, [
      await spill(draft.prompt(`${long}PROMPT-END`), put),
      draft.called("call_1"),
      await spill(draft.settled("call_1", `${long}RESULT-END`), put),
    ]);
    const text = await markdown(store, id);
    expect(text).toContain("PROMPT-END");
    expect(text).not.toContain("RESULT-END");
    expect(text).toContain("[the first 4000 of 200010 characters]");
  });
});
