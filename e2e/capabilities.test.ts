import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languages } from "../packages/core/src/protocol/index.ts";
import { capabilities } from "./capabilities.fixture.ts";
import { findInvalid, limitContext, modelRequests } from "./context.fixture.ts";
import { testKey, useStage, wires } from "./kit.ts";
import { putFile } from "./skill-files.fixture.ts";

const stage = useStage();
const cases = wires.flatMap((wire) => languages.map((language) => ({ wire, name: wire[0], language })));

describe.each(cases)("each capability, $name, $language", ({ wire, language }) => {
  const key = { [wire[2]]: testKey };

  it.each(capabilities)("$name", async ({ script, flags = [], code, steps = [], says, ...files }) => {
    for (const [path, text] of Object.entries(files.home ?? {}))
      await putFile(join(stage.temp.home, path), text);
    for (const [path, text] of Object.entries(files.folder ?? {})) await stage.temp.write(path, text);
    if (files.context !== undefined) await limitContext(stage.temp, wire, files.context);
    await stage.serve(script());
    const global = ["--lang", language];
    const model = ["--model", wire[1], "--base-url", stage.baseUrl()];
    const first = await stage.cli([...global, "run", ...model, ...flags, "go"], key);
    const id = /ses_\w+/.exec(first.stderr)?.[0] ?? "";
    const results = [first];
    for (const { words } of steps) results.push(await stage.cli([...global, "resume", id, ...words], key));
    expect(results.map((result) => result.code)).toEqual([code, ...steps.map((step) => step.code)]);
    const requests = modelRequests(stage.server.requests).map(({ normal }) => normal);
    const read = [
      ...results.flatMap(({ stdout, stderr }) => [stdout, stderr]),
      ...requests.flatMap(({ system, messages }) => [system, ...messages.map(({ text }) => text)]),
    ].join("\n");
    for (const text of says[language]) expect(read).toContain(text);
    expect(requests.flatMap(({ messages }) => findInvalid(messages))).toEqual([]);
  });
});
