import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import { callOf, checkAccess, promptOf, say, seen } from "./web-app-steps.fixture.ts";
import { useWebApp } from "./web-app.fixture.ts";

const chromium = await findTestChromium();
const app = useWebApp(chromium);

/** Somebody who must never be asked for anything. */
let elsewhere: Server;
let address: string;
const visits: string[] = [];

beforeEach(async () => {
  visits.length = 0;
  elsewhere = createServer((request, response) => {
    visits.push(request.url ?? "");
    response.end("x");
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => elsewhere.close(resolve)));

const hostile = (): string =>
  [
    `<img src="${address}/img" onerror="alert(1)">`,
    `<script>alert(2)</script><svg onload="alert(3)"><script href="${address}/svg"></script></svg>`,
    `<iframe src="${address}/frame" srcdoc="<script>alert(4)</script>"></iframe>`,
    `<style>@import url(${address}/css); body { display: none }</style>`,
    `<form action="${address}/form"><button>press</button></form><meta http-equiv="refresh" content="0;url=${address}/meta">`,
    `![picture](${address}/markdown-image)`,
    "[script](javascript:alert(5)) [data](data:text/html,<script>alert(6)</script>) [file](file:///etc/passwd)",
    `[good](${address}/good "a title") <${address}/auto>`,
    "```mermaid\nclick A call alert(7)\n```",
    "\u001B]0;title\u0007 \u0000 \u202Egnp.exe \u2028 \uD800",
    "&lt;img src=x onerror=alert(8)&gt; [a](&#106;avascript:alert(9))",
    "| a | b |\n|---|---|\n| <b onclick=alert(10)>x</b> | `<i>` |",
  ].join("\n\n");

describe.skipIf(!chromium)("the web app with hostile text", { timeout: 60_000 }, () => {
  it("shows it, and does nothing of what it says", async () => {
    const text = hostile();
    const evil = `<img src=x onerror=alert(11)>`;
    const served = await app.serve(({ turn }) => {
      if (turn === 1)
        return {
          calls: [
            { name: evil, input: { path: evil } },
            { name: "LS", input: { path: evil } },
          ],
        };
      if (turn > 1) return "the end";
      const questions = [{ question: evil, header: evil, options: [{ label: evil }, { label: "b" }] }];
      return { reasoning: text, text, calls: [{ name: "AskUserQuestion", input: { questions } }] };
    });
    const page = await app.open(served);
    await say(page, `${evil} ${text}`);
    await seen(page.getByRole("radio", { name: evil }));
    const reply = page.getByRole("log");
    await seen(reply.getByText("<script>alert(2)</script>", { exact: false }));
    for (const tag of ["script", "iframe", "style", "meta", "form[action]", "svg script", "img"])
      expect([tag, await reply.locator(tag).count()]).toEqual([tag, 0]);
    const links = await reply.getByRole("link").all();
    const targets = await Promise.all(links.map((link) => link.getAttribute("href")));
    expect(new Set(targets)).toEqual(
      new Set([`${address}/markdown-image`, `${address}/good`, `${address}/auto`]),
    );
    for (const link of links) {
      expect(await link.getAttribute("rel")).toBe("noreferrer noopener");
      expect(await link.getAttribute("title")).toBe(await link.getAttribute("href"));
    }
    await app.shot(page, "hostile");
    await page.getByRole("radio", { name: evil }).check();
    await page.getByRole("button", { name: "Answer" }).click();
    await seen(page.getByText("the end"));
    for (const name of [evil, "LS"]) await callOf(page, name, "failed").getByRole("button").first().click();
    for (const thoughts of await reply.getByText("Thoughts").all()) await thoughts.click();
    await checkAccess(page, "hostile");
    expect(visits).toEqual([]);
    // The person's own words, as text; nothing that the model printed.
    expect(await page.title()).toMatch(/^<img src=x onerror=alert\(11\)>.* · SkillMint$/);
  });

  it("exports a page that is as inert", async () => {
    const served = await app.serve([{ text: hostile() }]);
    const page = await app.open(served);
    await say(page, hostile());
    await seen(page.getByRole("log").getByText("mermaid").or(page.getByText("click A call")));
    await page.getByRole("button", { name: "More" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: /HTML/ }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^ses_\w+\.html$/);
    const file = join(app.stage.temp.home, saved.suggestedFilename());
    await saved.saveAs(file);
    const exported = await page.context().newPage();
    const oddities: string[] = [];
    exported.on("dialog", (dialog) => {
      oddities.push(dialog.message());
      void dialog.dismiss();
    });
    exported.on("request", (request) => {
      if (!request.url().startsWith("file:")) oddities.push(request.url());
    });
    exported.on("console", (message) => oddities.push(message.text()));
    await exported.goto(`file://${file}`);
    await seen(exported.getByText("alert(2)", { exact: false }));
    await exported.setViewportSize({ width: 390, height: 800 });
    expect(await exported.locator("script, iframe, img, form, svg, object").count()).toBe(0);
    await app.shot(exported, "export");
    await checkAccess(exported, "export");
    expect([oddities, visits]).toEqual([[], []]);
    expect(await promptOf(page).inputValue()).toBe("");
  });
});
