// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { createServices } from "../app/create-services.ts";
import { ServicesProvider } from "../app/services.tsx";
import { Markdown } from "./markdown.tsx";
import { readMarkdown } from "./read-markdown.ts";

afterEach(cleanup);

function show(text: string): HTMLElement {
  const services = createServices({ token: () => undefined, language: () => "en" });
  const { container } = render(
    <ServicesProvider value={services}>
      <Markdown text={text} />
    </ServicesProvider>,
  );
  return container;
}

describe("Markdown of a model", () => {
  it.each([
    `<img src=x onerror="alert(1)">`,
    `<script>alert(1)</script>`,
    `<svg onload=alert(1)><animate onbegin=alert(1)>`,
    `<iframe src="https://evil.example"></iframe>`,
    `text <b onclick=alert(1)>bold</b> text`,
    `<a href="javascript:alert(1)">x</a>`,
    "```mermaid\ngraph TD; A-->B; click A call alert(1)\n```",
    `<style>body{display:none}</style>`,
    `<form action="https://evil.example"><input></form>`,
  ])("shows %s as text", (text) => {
    const shown = show(text);
    expect(
      shown.querySelector("img, script, :not(button) > svg, iframe, b, style, form, object, embed, a"),
    ).toBeNull();
    expect(shown.textContent).toContain(text.replaceAll(/^```mermaid\n|\n```$/g, ""));
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](/api/sessions)",
    "<javascript:alert(1)>",
  ])("makes no link of %s", (text) => {
    expect(show(text).querySelector("a")).toBeNull();
  });

  it("opens links outside, with their real target to be seen, and loads no image", () => {
    const shown = show(
      "[safe](https://example.com/a) ![picture](https://evil.example/?secret=1) <https://b.example>",
    );
    const links = [...shown.querySelectorAll("a")];
    expect(links.map(({ href }) => href)).toEqual([
      "https://example.com/a",
      "https://evil.example/?secret=1",
      "https://b.example/",
    ]);
    for (const link of links) {
      expect([link.target, link.rel, link.title]).toEqual(["_blank", "noreferrer noopener", link.href]);
    }
    expect(shown.querySelector("img")).toBeNull();
  });

  it("renders what people write", () => {
    const shown = show(
      "# One\n\n- a\n- [x] b\n\n1. c\n\n| h | i |\n|---|--:|\n| j | `k` |\n\n> q\n\n**bold** *it* ~~gone~~ &lt;tag&gt;",
    );
    expect(shown.querySelector('[role="heading"]')?.textContent).toBe("One");
    expect(shown.querySelectorAll("li")).toHaveLength(3);
    expect(shown.querySelector("input")?.checked).toBe(true);
    expect(shown.querySelector("td code")?.textContent).toBe("k");
    expect(shown.querySelector("blockquote")?.textContent).toContain("q");
    expect(shown.textContent).toContain("<tag>");
  });

  it.each(["- [ ] open\n- [x] done", "- [ ] open\n\n- [x] done"])("draws the boxes of %j once", (text) => {
    const items = [...show(text).querySelectorAll("li")];
    expect(items.map((item) => item.textContent)).toEqual(["open", "done"]);
    const boxes = items.map((item) => [...item.querySelectorAll("input")].map(({ checked }) => checked));
    expect(boxes).toEqual([[false], [true]]);
  });

  it.each([
    ["a long text", "para **graph** `code`\n\n".repeat(2_000)],
    ["deep quotes", `${">".repeat(500)} deep`],
    ["deep lists", Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth * 2)}- x`).join("\n")],
    ["open brackets", "[".repeat(5_000)],
    ["open emphasis", "*a_".repeat(3_000)],
  ])("is quick with %s", (_, text) => {
    const start = performance.now();
    readMarkdown(text);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
