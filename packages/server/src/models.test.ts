import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { startScriptedModel } from "@skillmint/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();
const key = "sk-very-secret-key-0123456789";

async function serveModel() {
  const model = await startScriptedModel([{ text: "hello" }]);
  onTestFinished(() => model.close());
  return model;
}

describe("models over HTTP", () => {
  it("take a key that is used, kept for its owner and never told", async () => {
    const model = await serveModel();
    const server = await start();
    const stored = await ask(server, "PUT", "/api/models/mine", {
      key,
      baseUrl: `${model.url}/v1`,
      wire: "openai-chat",
    });
    expect(stored).toMatchObject({ status: 200, body: { provider: { id: "mine", key: "file" } } });
    const test = await ask(server, "POST", "/api/models/test", { model: "mine/scripted" });
    expect(test).toMatchObject({ status: 200, body: { model: "mine/scripted", text: "hello" } });
    expect(model.requests.at(-1)?.headers["authorization"]).toBe(`Bearer ${key}`);
    const list = await ask(server, "GET", "/api/models");
    expect(list.body).toContainEqual(expect.objectContaining({ id: "mine", key: "file" }));
    expect(JSON.stringify([stored, test, list])).not.toContain(key);
    const secrets = join(server.home, "secrets.json");
    expect(await readFile(secrets, "utf8")).toContain(key);
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
    const used = await ask(server, "PUT", "/api/models/current", { model: "mine/scripted" });
    expect(used.body).toMatchObject({ model: "mine/scripted", why: "config" });
    expect((await ask(server, "GET", "/api/models/current")).body).toEqual(used.body);
    expect((await ask(server, "POST", "/api/models/test")).body).toMatchObject({ text: "hello" });
    expect((await ask(server, "DELETE", "/api/models/mine")).body).toEqual({ done: true });
    expect(await readFile(secrets, "utf8")).not.toContain(key);
  });

  it("take no address with a password, and hide that of a variable", async () => {
    const baseUrl = "https://me:geheim@example.invalid/v1";
    const server = await start({ env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl } });
    const stored = await ask(server, "PUT", "/api/models/mine", { baseUrl, wire: "openai-chat" });
    expect(stored).toMatchObject(refusal(400, "usage"));
    const listed = await ask(server, "GET", "/api/models");
    const current = await ask(server, "GET", "/api/models/current");
    expect([listed.status, current.status]).toEqual([200, 200]);
    expect(JSON.stringify([stored, listed, current])).not.toContain("geheim");
  });

  it("tell why one is chosen", async () => {
    const demo = await start({ env: { PATH: "" } });
    expect((await ask(demo, "GET", "/api/models/current")).body).toMatchObject({
      why: expect.stringMatching(/demo|local/) as string,
    });
    const keyed = await start({ env: { ANTHROPIC_API_KEY: key } });
    const choice = await ask(keyed, "GET", "/api/models/current");
    expect(choice.body).toMatchObject({ why: "key", detail: "ANTHROPIC_API_KEY" });
    expect(JSON.stringify(await ask(keyed, "GET", "/api/models"))).not.toContain(key);
  });

  it("refuse what is unknown, empty or unreachable, without the key", async () => {
    const server = await start();
    expect(await ask(server, "PUT", "/api/models/nobody", { key })).toMatchObject(
      refusal(400, "provider-unknown"),
    );
    expect(await ask(server, "PUT", "/api/models/openai", {})).toMatchObject(refusal(400, "usage"));
    const odd = { baseUrl: "file:///etc/passwd" };
    expect(await ask(server, "PUT", "/api/models/mine", odd)).toMatchObject(refusal(400, "usage"));
    expect(await ask(server, "POST", "/api/models/test", { model: "openai/x" })).toMatchObject(
      refusal(400, "key-missing"),
    );
    const model = await serveModel();
    await model.close();
    await ask(server, "PUT", "/api/models/mine", { key, baseUrl: `${model.url}/v1`, wire: "openai-chat" });
    const reply = await ask(server, "POST", "/api/models/test", { model: "mine/x" });
    expect(reply).toMatchObject(refusal(502, "model-unreachable"));
    expect(JSON.stringify(reply)).not.toContain(key);
  });
});
