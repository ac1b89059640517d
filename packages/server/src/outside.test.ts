import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { useServer, type TestServer } from "./server.fixture.ts";

const start = useServer();
const everything = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json")),
  "dist/index.js",
);

async function post(
  server: TestServer,
  path: string,
  body: unknown,
): Promise<[number, Record<string, unknown>]> {
  const reply = await server.send(path, { body });
  return [reply.status, (await reply.json()) as Record<string, unknown>];
}

describe("/api/mcp", () => {
  it("adds, lists, calls and removes a server", { timeout: 60_000 }, async () => {
    const server = await start({ language: "zh-CN" });
    const added = { name: "all", command: process.execPath, args: [everything, "stdio"], env: { X: "1" } };
    expect(await post(server, "/api/mcp/add-server", added)).toEqual([
      200,
      { output: "MCP 服务器 all 已添加" },
    ]);
    const [, list] = await post(server, "/api/mcp/list-servers", {});
    expect(JSON.parse(String(list["output"]))).toEqual(["all"]);
    const [, tools] = await post(server, "/api/mcp/list-tools", { server_name: "all" });
    expect(tools["tools"]).toEqual(expect.arrayContaining([expect.objectContaining({ name: "echo" })]));
    const call = { server_name: "all", tool_name: "echo", arguments: { message: "hello" } };
    const [status, called] = await post(server, "/api/mcp/call-tool", call);
    expect(status).toBe(200);
    expect(JSON.parse(String(called["output"]))).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining("hello") }],
    });
    const image = { server_name: "all", tool_name: "get-tiny-image" };
    const [, { output }] = await post(server, "/api/mcp/call-tool", image);
    expect(JSON.parse(String(output))).toMatchObject({
      content: expect.arrayContaining([
        { type: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBOR/) },
      ]),
    });
    expect(await post(server, "/api/mcp/remove-server", { name: "all" })).toMatchObject([200, {}]);
    expect(await post(server, "/api/mcp/call-tool", call)).toMatchObject([
      404,
      { error: expect.stringContaining("MCP 服务器 all 不存在") },
    ]);
  });
  it("names well-known servers in the language of whoever asks, without anybody's secrets", async () => {
    const server = await start({ env: { BRAVE_API_KEY: "sk-brave-123" } });
    const reply = await server.send("/api/mcp/presets", { headers: { "accept-language": "zh-CN,en;q=0.5" } });
    const text = await reply.text();
    expect(text).not.toContain("sk-brave-123");
    const presets = JSON.parse(text) as { name: string; description: string; args?: string[] }[];
    expect(presets.find(({ name }) => name === "filesystem")).toMatchObject({
      description: "文件夹中的文件：读取、写入、搜索",
      args: ["-y", "@modelcontextprotocol/server-filesystem", server.folder],
    });
  });
  it("never reaches this server itself", async () => {
    const server = await start();
    await post(server, "/api/mcp/add-server", { name: "self", url: `${server.url}/mcp` });
    const [status, body] = await post(server, "/api/mcp/list-tools", { server_name: "self" });
    expect([status >= 400, body["error"]]).toEqual([true, expect.any(String)]);
  });
});

/** A Chromium for the runtime to find: the installed one, or that of the package as other tests unpacked it. */
const cache = join(import.meta.dirname, "../../../node_modules/.cache/skillmint");
const unpacked = existsSync(cache)
  ? readdirSync(cache).find((name) => existsSync(join(cache, name, "chromium")))
  : undefined;
const chromium = process.env["CHROME_PATH"] ?? (unpacked && join(cache, unpacked, "chromium"));
if (chromium === undefined) process.stderr.write("SKIPPED: no Chromium for the browser's routes\n");

describe.skipIf(chromium === undefined)("/api/browser", () => {
  it("acts as the source documents say, within the folder and the network", { timeout: 60_000 }, async () => {
    const site = createServer((_, reply) => {
      reply.setHeader("content-type", "text/html");
      reply.end(`<title>t</title><button id="b" onclick="document.title='clicked'">Go</button>`);
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const server = await start({ language: "zh-CN", env: { CHROME_PATH: chromium } });
    try {
      const [unnamed] = await post(server, "/api/browser/navigate", { url });
      expect(unnamed).toBeGreaterThanOrEqual(400);
      await server.runtime.settings.set("network.allow", `["127.0.0.1"]`);
      const [status, opened] = await post(server, "/api/browser/navigate", { url });
      expect([status, opened["output"]]).toEqual([200, expect.stringContaining(`已导航到 ${url}`)]);
      const [, clicked] = await post(server, "/api/browser/click", { selector: "#b" });
      expect(clicked["output"]).toContain("已点击 #b");
      const [, title] = await post(server, "/api/browser/evaluate", { script: "document.title" });
      expect(title["output"]).toContain('"clicked"');
      const [, shot] = await post(server, "/api/browser/screenshot", { path: "a.png" });
      expect(shot["output"]).toContain("截图已保存到");
      expect((await readFile(join(server.folder, "a.png"))).subarray(1, 4).toString()).toBe("PNG");
      for (const body of [{ path: "../a.png" }, { path: "/tmp/skillmint-escape.png" }])
        expect(await post(server, "/api/browser/screenshot", body)).toMatchObject([
          expect.any(Number),
          { error: expect.any(String) },
        ]);
      expect(existsSync("/tmp/skillmint-escape.png")).toBe(false);
      const [refused] = await post(server, "/api/browser/navigate", { url: `${server.url}/health` });
      expect(refused).toBeGreaterThanOrEqual(400);
      expect(await post(server, "/api/browser/close", {})).toMatchObject([200, { output: "浏览器已关闭" }]);
    } finally {
      site.close();
    }
  });
});

describe("/api/web/search", () => {
  it("answers in the form of the source documents", async () => {
    const searx = createServer((_, reply) => {
      reply.setHeader("content-type", "application/json");
      reply.end(
        JSON.stringify({ results: [{ title: "标题", url: "https://example.com/a", content: "摘要" }] }),
      );
    }).listen(0, "127.0.0.1");
    await once(searx, "listening");
    const address = `http://127.0.0.1:${(searx.address() as AddressInfo).port}`;
    const server = await start({ language: "zh-CN" });
    await server.runtime.settings.set("internet.search.provider", "searxng");
    await server.runtime.settings.set("internet.search.baseUrl", address);
    const [status, { output }] = await post(server, "/api/web/search", { query: "词", count: 5 });
    searx.close();
    expect(status).toBe(200);
    expect(String(output)).toMatch(/^搜索结果:\n+1\. \[标题\]\(https:\/\/example\.com\/a\)\n +摘要/);
  });
  it("keeps a provider's key and never tells it", async () => {
    const server = await start({ env: { TAVILY_API_KEY: "tvly-1" } });
    const providers = async () =>
      (await (await server.send("/api/web/search/providers")).json()) as { id: string; key?: string }[];
    const keys = async () => Object.fromEntries((await providers()).map(({ id, key }) => [id, key]));
    expect(await keys()).toMatchObject({ brave: undefined, tavily: "environment", duckduckgo: undefined });
    const body = { key: "brave-key-1" };
    const kept = await server.send("/api/web/search/providers/brave", { method: "PUT", body });
    expect([kept.status, JSON.stringify(await kept.json())]).toEqual([
      200,
      expect.stringContaining("secrets"),
    ]);
    expect(await keys()).toMatchObject({ brave: "file" });
    expect(JSON.stringify(await providers())).not.toContain("brave-key-1");
    for (const id of ["duckduckgo", "nobody", "__proto__"])
      expect((await server.send(`/api/web/search/providers/${id}`, { method: "PUT", body })).status).toBe(
        400,
      );
    const gone = await server.send("/api/web/search/providers/brave", { method: "DELETE" });
    expect([await gone.json(), (await keys())["brave"]]).toEqual([{ done: true }, undefined]);
  });
  it("says what is wrong", async () => {
    const server = await start();
    for (const body of [{}, { query: "  " }])
      expect(await post(server, "/api/web/search", body)).toMatchObject([
        400,
        { error: expect.stringContaining("query") },
      ]);
  });
});
