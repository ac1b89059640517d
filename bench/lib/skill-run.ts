import { mkdir, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startScriptedModel } from "../../packages/core/src/testing/index.ts";
import { measureProcess } from "./measure-process.ts";
import { median } from "./stats.ts";

const skillmint = resolve(import.meta.dirname, "../../node_modules/.bin/skillmint");

export interface SkillRun {
  /** What the skills add to the time until the first request, in ms. */
  addedMs: number;
  /** Characters of system prompt and tools in that request. */
  requestChars: number;
}

/** Whole runs of the command with these skills and without any, one after the other; medians. */
export async function measureSkillRun(folder: string, skills: string, rounds: number): Promise<SkillRun> {
  let firstAt = 0;
  let body: Record<string, unknown> = {};
  const server = await startScriptedModel((request) => {
    firstAt = performance.now();
    body = request.body as Record<string, unknown>;
    return "ok";
  });
  const flags = ["--quiet", "run", "--model", "openai/scripted", "--base-url", `${server.url}/v1`, "hello"];
  const sample = async (home: string): Promise<number> => {
    const env = { PATH: process.env["PATH"], HOME: home, OPENAI_API_KEY: "sk-bench", LANG: "C" };
    const { startedAt } = await measureProcess(skillmint, flags, { env, cwd: home, memory: false });
    return firstAt - startedAt;
  };
  const [empty, full] = [join(folder, "home-empty"), join(folder, "home-full")];
  try {
    await mkdir(empty, { recursive: true });
    await mkdir(join(full, ".skillmint"), { recursive: true });
    await symlink(skills, join(full, ".skillmint", "skills"));
    for (const home of [empty, full]) await sample(home);
    const without: number[] = [];
    const withSkills: number[] = [];
    for (let round = 0; round < rounds; round++) {
      without.push(await sample(empty));
      withSkills.push(await sample(full));
    }
    const requestChars = JSON.stringify([body["messages"], body["tools"], body["instructions"]]).length;
    return { addedMs: median(withSkills) - median(without), requestChars };
  } finally {
    await server.close();
  }
}
