import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Job } from "@skillmint/core/protocol/api";
import { createInProcessModel, type NormalRequest, type Script, type Turn } from "@skillmint/core/testing";
import type { RuntimeOptions } from "@skillmint/core";
import { expect } from "vitest";
import { ask } from "./ask.fixture.ts";
import type { TestServer } from "./server.fixture.ts";

export const greeting = (mark: string, body = "Say hello to everybody."): string =>
  `---\nname: greeting\ndescription: Greets people. Use when somebody asks for a greeting.\n---\n\n# Greeting\n\n${body} ${mark}\n`;

const evaluation = {
  scores: { clarity: 5, completeness: 4, usability: 4, accuracy: 5, efficiency: 3 },
  issues: [{ severity: "minor", criterion: "efficiency", description: "It is long.", location: "SKILL.md" }],
  recommendations: [{ priority: "low", action: "Cut it" }],
  summary: "Good.",
};

const write = (path: string, content: string): Turn => ({
  calls: [{ name: "Write", input: { path, content } }],
});
const result = (value: object): string => JSON.stringify(value);

/** The sub-agent, as its task asks it; and whoever runs with or without the skill. */
export function playAuthor({ system, messages, last, results }: NormalRequest): Turn {
  if (!system.includes("Skill Sub-Agent"))
    return /MARK-\w+/.exec(JSON.stringify([system, messages]))?.[0] ?? "nothing";
  if (last.startsWith("Search for skills"))
    return result({ matched_skills: [{ name: "greeting" }, { name: "made-up" }] });
  if (last.startsWith("Evaluate the skill")) return result(evaluation);
  const isRefine = last.startsWith("The person looked");
  const isEnhance = last.startsWith("Analyse the conversation");
  const mark = isRefine ? "MARK-short" : isEnhance ? "MARK-learnt" : "MARK-new";
  const path = "skills/greeting/SKILL.md";
  // What is there has to be read before it is written.
  if (results.length === 0 && (isEnhance || isRefine)) return { calls: [{ name: "Read", input: { path } }] };
  if (results[0]?.name !== "Write") return write(path, greeting(mark));
  const action = isEnhance ? "enhanced" : "created";
  return result({ action, skillName: "greeting", message: `Wrote ${mark}.` });
}

export async function writeSkill(
  server: TestServer,
  name: string,
  files: Record<string, string>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(server.home, "skills", name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Starts long work and waits for its end. */
export async function finish(server: TestServer, path: string, body: object): Promise<Job> {
  const { status, body: started } = await ask(server, "POST", path, body);
  expect([path, status]).toEqual([path, 200]);
  const { jobId } = started as { jobId: string };
  const read = async (): Promise<Job> => (await ask(server, "GET", `/api/jobs/${jobId}`)).body as Job;
  await expect.poll(async () => (await read()).state, { timeout: 45_000, interval: 20 }).not.toBe("running");
  return read();
}

export const model = "test/scripted";

/** A runtime whose model plays a script, with the repository's skills as further ones. */
export function withScript(script: Script = playAuthor): RuntimeOptions {
  return {
    models: { [model]: createInProcessModel(script) },
    env: { SKILLMINT_SKILLS_DIR: join(import.meta.dirname, "../../../skills") },
  };
}
