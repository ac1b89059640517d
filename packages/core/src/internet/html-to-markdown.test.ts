import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const base = "https://example.com/dir/page.html";
const { signal } = new AbortController();

async function convert(html: string): Promise<{ title?: string; markdown: string }> {
  const page = await htmlToMarkdown({ html, base }, { signal });
  if ("stopped" in page) throw new Error(page.stopped);
  return page;
}

describe("htmlToMarkdown", () => {
  it("keeps the main content and its title, and nothing that runs", async () => {
    const page = await convert(`<!doctype html><html><head><title>Tea &amp;
      cake</title><style>.a{color:red}</style><script>evil()</script></head><body>
      <nav><a href="/n">Menu</a></nav>
      <main><h1>Tea</h1><p>One <a href="more.html?a=1&amp;b=2">link</a>, <a href="javascript:evil()">bad</a>.</p>
      <script>evil()</script><noscript>no</noscript><style>b{}</style><svg><text>drawn</text></svg>
      <p style="display:none">unseen</p><table><tr><th>a<th>b<tr><td>1<td>2</table>
      <pre><code class="language-js">let x = 1;\n  y</code></pre></main>
      <footer>Imprint</footer></body></html>`);
    expect(page.title).toBe("Tea & cake");
    expect(page.markdown).toContain("# Tea");
    expect(page.markdown).toContain("[link](https://example.com/dir/more.html?a=1&b=2)");
    expect(page.markdown).toContain("| 1 | 2 |");
    expect(page.markdown).toContain("```js\nlet x = 1;\n  y\n```");
    expect(page.markdown).not.toMatch(/evil|color|unseen|drawn|Imprint|Menu|<|javascript:/);
  });

  it("reads pages that mark no main part", async () => {
    const page = await convert(
      `<title>App</title><div id="root"><div><span>Only text here.</span></div></div>`,
    );
    expect(page).toEqual({ title: "App", markdown: "Only text here." });
    expect((await convert("just text")).markdown).toBe("just text");
    expect((await convert("<script>only()</script>")).markdown).toBe("");
  });

  it("follows the base of a page", async () => {
    const page = await convert(`<base href="/other/"><main><p><a href="x">a</a></p></main>`);
    expect(page.markdown).toContain("https://example.com/other/x");
  });

  it("survives deep nesting", async () => {
    const depth = 20_000;
    const page = await convert(`<p>start</p>${"<div>".repeat(depth)}deep${"</div>".repeat(depth)}`);
    expect(page.markdown).toContain("start");
  });

  it("stops at its time limit and on abort", async () => {
    const html = `<p>${"a <b>b</b> ".repeat(200_000)}</p>`;
    expect(await htmlToMarkdown({ html, base }, { signal, timeoutMs: 50 })).toEqual({ stopped: "time" });
    const aborted = htmlToMarkdown({ html, base }, { signal: AbortSignal.timeout(50) });
    await expect(aborted).rejects.toThrow();
  });
});
