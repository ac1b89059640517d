import { describe, expect, it } from "vitest";
import { createTranslate, type SessionId } from "../protocol/index.ts";
import { exportHtml } from "./export-html.ts";
import { escapeHtml } from "./html-page.ts";
import type { Store } from "./store.ts";
import { createSession, draft } from "./suite/drafts.fixture.ts";
import { createTempFolder } from "./suite/temp-store.fixture.ts";

async function html(store: Store, id: SessionId, language: "en" | "zh-CN" = "en"): Promise<string> {
  let text = "";
  for await (const piece of exportHtml(store, id, createTranslate(language), language)) text += piece;
  return text;
}

const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
/** Every tag that the page is made of, once. */
const tagsOf = (page: string): string[] =>
  [...new Set(Array.from(page.matchAll(/<([a-z0-9]+)/g), ([, name]) => name ?? ""))].sort();

describe("escapeHtml", () => {
  it.each([
    [evil, "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;"],
    ["a\u0000\u001B[1mb\n\tc", "a[1mb\n\tc"],
    ["&lt;", "&amp;lt;"],
    ["\uD800x", "\uFFFDx"],
  ])("%j", (text, escaped) => {
    expect(escapeHtml(text)).toBe(escaped);
  });
});

describe("exportHtml", () => {
  it("is one page whose texts are nothing but texts", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(
      store,
      { type: "session.renamed", title: evil },
      draft.prompt(evil),
      { ...draft.message(`${evil}\n\n\`\`\`html\n${evil}\n\`\`\`\nafter`, 3, ["call_1"]), model: evil },
      { ...draft.called("call_1", { [evil]: evil }), name: evil },
      { ...draft.settled("call_1", evil), name: evil },
      draft.called("call_2"),
      draft.note(evil),
      draft.ended("limit"),
    );
    const page = await html(store, id);
    expect(page).not.toMatch(/<(?:script|img|iframe|svg|form|a)\b|\son\w+=['"]|javascript:/i);
    expect(tagsOf(page)).toEqual(
      "article b blockquote body dd details div dl dt h1 h2 head html main meta p pre style summary title".split(
        " ",
      ),
    );
    expect(page).toMatch(/default-src &#39;none&#39;; style-src &#39;sha256-/);
    expect(page).toContain("No result.");
    expect(page).toContain("limit reached");
    expect(page.match(/<pre tabindex="0">&quot;/g)).toHaveLength(2);
    expect(await html(store, id, "zh-CN")).toMatch(/<html lang="zh-CN">[^]*没有结果/);
  });

  it("has images in it, those that are safe", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(store);
    const blob = await store.putBlob(id, new TextEncoder().encode("not really a picture"));
    await store.append(id, [
      {
        ...draft.prompt("see"),
        content: [
          { type: "image", blob, mediaType: "image/png" },
          { type: "image", blob, mediaType: "image/svg+xml" },
        ],
      },
    ]);
    const page = await html(store, id);
    expect(page.match(/<img [^>]*>/g)).toEqual([
      `<img alt="[image: image/png]" src="data:image/png;base64,${Buffer.from("not really a picture").toString("base64")}">`,
    ]);
    expect(page).toContain("[image: image/svg+xml]");
  });

  it("has the conversations of sub-agents, and nothing that was undone", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const childId = await createSession(store, draft.prompt("look"), draft.message("I looked", 2));
    const id = await createSession(
      store,
      draft.prompt("go"),
      draft.message("sending", 2, ["call_1"]),
      draft.called("call_1"),
      {
        type: "agent.started",
        callId: "call_1",
        childId,
        taskId: "t1",
        agentType: "explore",
        prompt: "look",
      },
      draft.settled("call_1", "report"),
      draft.prompt("never mind"),
      draft.rewound("undo", 7),
    );
    const page = await html(store, id);
    expect(page).toMatch(/report[^]*Sub-agent: explore[^]*I looked/);
    expect(page).not.toContain("never mind");
  });
});
