import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInProcessModel } from "@skillmint/core/testing";
import { describe, expect, it } from "vitest";
import { useServer, type TestServer } from "./server.fixture.ts";

const start = useServer();
const model = "test/scripted";
const chinese = /\p{Script=Han}/u;

/** The same question in both languages, whatever the server started with. */
async function inBoth(
  server: TestServer,
  path: string,
  init: { method?: string; body?: unknown } = {},
): Promise<{ en: string; zh: string }> {
  const ask = async (language: string): Promise<string> =>
    (await server.send(path, { ...init, headers: { "accept-language": language } })).text();
  return { en: await ask("en"), zh: await ask("zh-CN") };
}

/** A home with a skill that the validator has something to say about, and settings that have no effect. */
async function startUntidy(language: "en" | "zh-CN"): Promise<TestServer> {
  const server = await start({ language, models: { [model]: createInProcessModel(() => "done") } });
  const skill = join(server.home, "skills", "untidy");
  await mkdir(skill, { recursive: true });
  await writeFile(join(skill, "SKILL.md"), "---\nname: Other_Name\ndescription: x\nwild: 1\n---\nText.\n");
  await writeFile(join(server.home, "config.jsonc"), '{ "unknownSetting": 1 }');
  return server;
}

describe("what the engine has to say", () => {
  it.each(["en", "zh-CN"] as const)("comes in the language of the request (started in %s)", async (own) => {
    const server = await startUntidy(own);
    const { skills } = (await (await server.send("/api/skills")).json()) as { skills: { id: string }[] };
    const [{ id }] = skills as [{ id: string }];
    const asked = await Promise.all([
      inBoth(server, `/api/skills/${encodeURIComponent(id)}`),
      inBoth(server, "/api/status"),
      inBoth(server, "/api/environments/nowhere"),
      inBoth(server, "/api/settings/mode", { method: "PUT", body: { value: "wild" } }),
      inBoth(server, "/api/rules", { body: { list: "allow", rule: "((" } }),
    ]);
    for (const { en, zh } of asked) {
      expect(en).not.toMatch(chinese);
      expect(zh).toMatch(chinese);
    }
  });

  it("does not change what a session is told in", async () => {
    const server = await startUntidy("en");
    const headers = { "accept-language": "zh-CN" };
    const made = await server.send("/api/sessions", { body: { text: "go", settings: { model } }, headers });
    const { sessionId } = (await made.json()) as { sessionId: string };
    const exported = (): Promise<{ en: string; zh: string }> =>
      inBoth(server, `/api/sessions/${sessionId}/export?format=html`);
    await expect.poll(async () => (await exported()).en).toContain("done");
    const { en, zh } = await exported();
    expect([chinese.test(en), chinese.test(zh)]).toEqual([false, true]);
    const log = await server.send(`/api/sessions/${sessionId}/export?format=jsonl`, { headers });
    expect(await log.text()).not.toMatch(chinese);
  });
});
