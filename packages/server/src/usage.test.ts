import { createInProcessModel } from "@skillmint/core/testing";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();
const model = "scripted/scripted";

describe("usage over HTTP", () => {
  it("adds up what runs used, over all sessions and for one", async () => {
    const usage = { input: 120, output: 30 };
    const server = await start({ models: { [model]: createInProcessModel([{ text: "a", usage }]) } });
    const { runtime, folder } = server;
    const { sessionId } = await runtime.prompt({ text: "go", folder, settings: { model } });
    await runtime.run(sessionId);
    const all = await ask(server, "GET", "/api/usage?zone=Asia/Shanghai");
    expect(all).toMatchObject({
      status: 200,
      body: {
        zone: "Asia/Shanghai",
        total: { ...usage, requests: 1, runs: 1 },
        models: [{ model, ...usage }],
        skills: [{ skill: null, ...usage }],
        days: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, ...usage }],
      },
    });
    const one = await ask(server, "GET", `/api/usage/sessions/${sessionId}`);
    expect(one.body).toMatchObject({ total: usage });
    const old = await ask(server, "GET", "/api/usage?from=0&to=1000");
    expect(old.body).toMatchObject({ from: 0, to: 1000, total: { input: 0, requests: 0 }, days: [] });
  });

  it("refuses what it does not understand", async () => {
    const server = await start();
    for (const query of ["zone=Nowhere", "from=yesterday", "to=-1"])
      expect(await ask(server, "GET", `/api/usage?${query}`)).toMatchObject(refusal(400, "usage"));
    expect(await ask(server, "GET", "/api/usage/sessions/ses_gone")).toMatchObject(
      refusal(404, "session-not-found"),
    );
  });
});
