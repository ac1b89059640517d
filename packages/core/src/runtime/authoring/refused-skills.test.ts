import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRuntime } from "../../runtime.ts";
import type { Runtime } from "../runtime-contract.ts";
import { createTempWorkspace, type TempWorkspace } from "../../testing/temp-workspace.ts";
import { contentLimits } from "../../authoring/versions/folder-content.ts";

const bundledSkills = resolve(import.meta.dirname, "../../../../../skills");

let temp: TempWorkspace;
let runtime: Runtime;
beforeEach(async () => {
  temp = await createTempWorkspace();
  runtime = await createRuntime({ env: temp.env, language: "en", bundledSkills });
});
afterEach(async () => {
  await runtime.close();
  await temp.remove();
});

describe("work on a skill", () => {
  it("that is too large is refused with the reason, before a model is asked", async () => {
    const folder = join(runtime.home.skills, "huge");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "SKILL.md"), "---\nname: huge\ndescription: Weighs much.\n---\n\nx\n");
    await writeFile(join(folder, "data"), "");
    await truncate(join(folder, "data"), contentLimits.bytes + 1);
    const { agent } = await runtime.authoring();
    const place = { folder: temp.folder };
    const reason = { code: "skill-refused", detail: expect.stringContaining("more than 67108864 bytes") };
    await expect(agent.evaluate(place, "huge")).rejects.toMatchObject(reason);
    const conversation = { text: "user: hello", name: "talk" };
    await expect(agent.enhance(place, { conversation, skill: "huge" })).rejects.toMatchObject(reason);
  });

  it("that is not one's own goes not back, whatever the version", async () => {
    const { versions } = await runtime.authoring();
    const place = { folder: temp.folder };
    const reason = { code: "skill-refused", detail: expect.stringContaining("your own") };
    for (const version of [undefined, 1]) {
      await expect(versions.preview(place, "tour", version)).rejects.toMatchObject(reason);
      await expect(versions.rollback(place, "tour", version)).rejects.toMatchObject(reason);
    }
  });

  it("cannot be measured against what is no skill", async () => {
    const { evals } = await runtime.authoring();
    const run = evals.run({ folder: temp.folder }, "tour", { against: join(temp.folder, "nowhere") });
    await expect(run).rejects.toMatchObject({
      code: "usage",
      params: { message: expect.stringContaining("There is no skill in ") },
    });
  });
});
