import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  createTempWorkspace,
  startScriptedModel,
  type NormalRequest,
  type Script,
  type ScriptedModel,
  type TempWorkspace,
} from "../../testing/index.ts";
import { createRuntime } from "../../runtime.ts";
import type { Runtime } from "../runtime-contract.ts";
import type { EvalOptions } from "./eval-options.ts";

/** The text that the skill `sums` brings into a conversation; the scripted model looks for it. */
export const sumsMark = "Always end with the line CHECKED.";
const judgeMark = "You grade what another program did";

export function skillText(name: string, description: string, body: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Cases 1 to 8: each asks for a sum and expects its result and the line that the skill wants. */
export const sumsEvals = {
  skill_name: "sums",
  evals: Array.from({ length: 8 }, (_, index) => ({
    id: index + 1,
    prompt: `case ${index + 1}: add the numbers`,
    expected_output: "the sum",
    expectations: [
      { text: "the sum is given", type: "contains", phrase: `sum-${index + 1}` },
      { text: "it is checked", type: "regex", pattern: "^CHECKED$", flags: "m" },
    ],
  })),
};

export const hasText = ({ system, messages }: NormalRequest, text: string): boolean =>
  system.includes(text) || messages.some((message) => message.text.includes(text));

export const isJudge = ({ system }: NormalRequest): boolean => system.includes(judgeMark);

/**
 * The true effect of the skill `sums`: without it every answer has the sum and none is checked. With it the cases 1 to 6
 * are checked too, and 7 and 8 have nothing right.
 */
export const sumsScript: Script = (request) => {
  const id = Number(/case (\d+)/.exec(request.last)?.[1] ?? 0);
  const usage = { input: 100, output: 10 };
  if (!hasText(request, sumsMark)) return { text: `sum-${id}`, usage };
  return { text: id <= 6 ? `sum-${id}\nCHECKED` : "no idea", usage };
};

export interface EvalStage {
  temp: TempWorkspace;
  server: ScriptedModel;
  runtime: Runtime;
  close(): Promise<void>;
}

export const stageModel = "custom-openai/gpt";

/** A runtime whose only model is a script, with skills in its home. */
export async function openEvalStage(
  script: Script,
  skills: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<EvalStage> {
  const temp = await createTempWorkspace();
  const server = await startScriptedModel(script);
  const home = join(temp.home, ".skillmint");
  for (const [name, files] of Object.entries(skills)) await writeFiles(join(home, "skills", name), files);
  await writeFiles(home, {
    "models.jsonc": JSON.stringify({
      models: { [stageModel]: { price: { input: 10, output: 100 } } },
    }),
  });
  const runtime = await createRuntime({
    env: {
      ...temp.env,
      CUSTOM_OPENAI_API_KEY: "sk-test-key-123456",
      CUSTOM_OPENAI_BASE_URL: `${server.url}/v1`,
    },
    language: "en",
    retry: { times: 0, baseMs: 1, maxMs: 1 },
  });
  return {
    temp,
    server,
    runtime,
    async close() {
      await runtime.close();
      await server.close();
      await temp.remove();
    },
  };
}

/** A skill whose effect is known. */
export const sums = {
  "SKILL.md": skillText("sums", "Adds numbers.", sumsMark),
  "evals/evals.json": JSON.stringify(sumsEvals, null, 2),
};

/** Measures a skill on a stage, several runs at once. */
export async function evaluateOn(stage: EvalStage | undefined, name: string, options: EvalOptions = {}) {
  if (!stage) throw new Error("no stage");
  const { evals } = await stage.runtime.authoring();
  return evals.run({ folder: stage.temp.folder }, name, { model: stageModel, jobs: 8, ...options });
}
