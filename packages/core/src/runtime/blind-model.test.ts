import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { languages, type Language } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createTempWorkspace,
  startScriptedModel,
  type ScriptedModel,
  type TempWorkspace,
} from "../testing/index.ts";
import { pixel } from "../tool/builtin/notebook.fixture.ts";

let temp: TempWorkspace;
let server: ScriptedModel;
let runtime: Runtime;

const png = Buffer.from(pixel, "base64");
const notes = {
  en: /An image \(image\/png\) stands here\. You cannot see it/g,
  "zh-CN": /图片（image\/png）。你看不到它/g,
};

beforeEach(async () => {
  temp = await createTempWorkspace();
  await writeFile(join(temp.folder, "dot.png"), png);
  server = await startScriptedModel([{ calls: [{ name: "Read", input: { path: "dot.png" } }] }, "end"]);
});
afterEach(async () => {
  await runtime.close();
  await server.close();
  await temp.remove();
});

async function run(wire: string, images: boolean, language: Language): Promise<string> {
  const provider = { baseUrl: `${server.url}/v1`, wire };
  const models = { "mine/m": { provider: "mine", model: "m", images } };
  await temp.write(
    "../home/.skillmint/models.jsonc",
    JSON.stringify({ providers: { mine: provider }, models }),
  );
  runtime = await createRuntime({ env: { ...temp.env, MINE_API_KEY: "sk-test-key-1234" }, language });
  const { sessionId } = await runtime.prompt({
    text: "look",
    attachments: [{ name: "dot.png", data: png }],
    folder: temp.folder,
    settings: { model: "mine/m", mode: "default", sandbox: "off" },
  });
  expect(await runtime.run(sessionId)).toMatchObject({ reason: "done", text: "end" });
  expect(server.requests).toHaveLength(2);
  return JSON.stringify(server.requests.map((request) => request.body));
}

describe.each(["anthropic", "openai-chat", "openai-responses"])("%s", (wire) => {
  it.each(languages)("tells a model without image input what it cannot see, in %s", async (language) => {
    const sent = await run(wire, false, language);
    expect(sent).not.toContain(pixel.slice(0, 40));
    // The prompt's image is in both requests, the result's in the second.
    expect(sent.match(notes[language])).toHaveLength(3);
    expect(sent).toContain("dot.png");
  });

  it("sends both images to a model that sees", async () => {
    const sent = await run(wire, true, "en");
    expect(sent.split(pixel)).toHaveLength(4);
    expect(sent).not.toMatch(notes.en);
  });
});
