import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startCountingServer, type CountingServer } from "../network/counting-server.fixture.ts";
import { SkillmintError, type Language, type SessionEvent } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "../testing/index.ts";

let temp: TempWorkspace;
let site: CountingServer;
let runtime: Runtime | undefined;
let used: SessionEvent[];
const results = {
  results: [{ title: "Tea", url: "https://tea.example/", content: "Green and hot" }],
};

beforeEach(async () => {
  used = [];
  temp = await createTempWorkspace();
  site = await startCountingServer({
    answer: (request, response) => {
      if (request.url?.startsWith("/search"))
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(results));
      else response.writeHead(200, { "content-type": "text/html" }).end("<main><h1>Tea</h1></main>");
    },
  });
});
afterEach(async () => {
  await runtime?.close();
  runtime = undefined;
  await site.close();
  await temp.remove();
});

async function configure(config: object): Promise<void> {
  await mkdir(join(temp.home, ".skillmint"), { recursive: true });
  await writeFile(join(temp.home, ".skillmint", "config.jsonc"), JSON.stringify(config));
}

async function open(script: Script = ["end"], language: Language = "en"): Promise<Runtime> {
  const models = { scripted: createInProcessModel(script), small: createInProcessModel(["a small answer"]) };
  runtime = await createRuntime({ env: temp.env, models, language });
  return runtime;
}

/** The result of one WebFetch call in a session. */
async function fetchIn(settings: object, prompt?: string): Promise<string> {
  const input = { url: `http://127.0.0.1:${site.port}/`, ...(prompt === undefined ? {} : { prompt }) };
  const opened = await open([{ calls: [{ name: "WebFetch", input }] }, "end"]);
  const { sessionId } = await opened.prompt({
    text: "go",
    folder: temp.folder,
    settings: { model: "scripted", mode: "unrestricted", ...settings },
  });
  const texts: string[] = [];
  await opened.run(sessionId, {
    onEvent: (event) => {
      if (event.type === "sample.completed") used.push(event);
      if (event.type !== "tool.settled") return;
      for (const part of event.content) if (part.type === "text") texts.push(`${event.status} ${part.text}`);
    },
  });
  return texts.join("\n");
}

describe("what WebFetch may reach", () => {
  it("is nothing private, in whatever mode", async () => {
    expect(await fetchIn({})).toMatch(/^error .*private network/);
    expect(site.connections()).toBe(0);
  });

  it.each([
    { allow: ["WebFetch"] },
    { allow: ["WebFetch(*)"] },
    { allow: ["WebFetch(http*)"] },
    { allow: ["WebFetch(domain:localhost)"] },
  ])("is not widened by rules that do not name the host: %j", async (rules) => {
    expect(await fetchIn({ rules })).toMatch(/^error/);
    expect(site.connections()).toBe(0);
  });

  it("is what a rule of the person names", async () => {
    expect(await fetchIn({ rules: { allow: ["WebFetch(domain:127.0.0.1)"] } })).toContain("# Tea");
  });

  it("is what network.allow names", async () => {
    await configure({ network: { allow: [`127.0.0.1:${site.port}`] } });
    expect(await fetchIn({})).toContain("# Tea");
  });

  it("is not what a repository names", async () => {
    await temp.write(
      ".skillmint/config.jsonc",
      JSON.stringify({ rules: { allow: ["WebFetch(domain:127.0.0.1)"] } }),
    );
    const opened = await open();
    await opened.settings.trust.trust(temp.folder);
    await opened.close();
    expect(await fetchIn({})).toMatch(/^error/);
    expect(site.connections()).toBe(0);
  });

  it("is never a port of ours", async () => {
    const opened = await open();
    opened.internet.claimPort(site.port);
    const guard = opened.internet.guard.allowing(["127.0.0.1"]);
    await expect(guard.check(`http://127.0.0.1:${site.port}/`)).rejects.toMatchObject({ reason: "own-port" });
  });
});

describe("a small model", () => {
  const rules = { allow: ["WebFetch(domain:127.0.0.1)"] };

  it("reads the page where one is set", async () => {
    await configure({ internet: { smallModel: "small" } });
    const shown = await fetchIn({ rules }, "Which colour?");
    expect(shown).toMatch(/^ok What a small model found/);
    expect(shown).toContain("a small answer");
    expect(shown).not.toContain("# Tea");
    expect(used).toMatchObject([{ usage: { output: expect.any(Number) as number } }]);
  });

  it("that is not there leaves the page itself", async () => {
    await configure({ internet: { smallModel: "nobody/nothing" } });
    const shown = await fetchIn({ rules }, "Which colour?");
    expect(shown).toContain("The small model did not answer");
    expect(shown).toContain("# Tea");
  });

  it("is not asked where none is set", async () => {
    const shown = await fetchIn({ rules }, "Which colour?");
    expect(shown).toContain("What to do with the content below: Which colour?");
    expect(shown).toContain("# Tea");
  });
});

describe("what is not used", () => {
  it("is not loaded: nothing that connects or converts comes with a start", async () => {
    const source = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
      const { createRuntime } = await import(${JSON.stringify(new URL("../runtime.ts", import.meta.url).href)});
      const runtime = await createRuntime();
      await runtime.close();
      const heavy = /undici|ipaddr|mdream|open-guard|run-web|internet-results|search-web/;
      console.log(JSON.stringify([loaded.length > 50, loaded.filter((url) => heavy.test(url))]));`;
    const args = ["--conditions=skillmint-source", "--input-type=module", "--eval", source];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: temp.env, cwd: temp.folder });
    expect(JSON.parse(stdout)).toEqual([true, []]);
  });
});

describe("the web without a session", () => {
  it("is searched with what is set up", async () => {
    await configure({
      internet: { search: { provider: "searxng", baseUrl: `http://127.0.0.1:${site.port}` } },
    });
    const english = await open();
    expect((await english.internet.search({ query: "tea" })).output).toBe(
      "Search results:\n1. [Tea](https://tea.example/)\n   Green and hot",
    );
    await english.close();
    const chinese = await open(["end"], "zh-CN");
    const { hits, provider, output } = await chinese.internet.search({ query: "tea", count: 1 });
    expect([hits.length, provider]).toEqual([1, "SearXNG"]);
    expect(output).toMatch(/^搜索结果:\n1\. \[Tea\]/);
  });

  it("fails in words", async () => {
    await configure({ internet: { search: { provider: "brave" } } });
    const opened = await open();
    const failed = await opened.internet.search({ query: "tea" }).catch((error: unknown) => error);
    expect(SkillmintError.is(failed) && failed.code).toBe("web-failed");
    expect(SkillmintError.is(failed) && failed.params["message"]).toContain("BRAVE_API_KEY");
    const refused = await opened.internet.fetchPage("http://127.0.0.1/").catch((error: unknown) => error);
    expect(SkillmintError.is(refused) && refused.params["message"]).toContain("private network");
  });
});
