import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startScriptedModel } from "../packages/core/src/testing/index.ts";
import { measureProcess, type Measured } from "./lib/measure-process.ts";
import { median, ms } from "./lib/stats.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 21);
const toolCalls = 20;
const command = (call: number): string => `echo hello ${call}`;
const root = resolve(import.meta.dirname, "..");
const skillmint = join(root, "node_modules/.bin/skillmint");
const node = process.execPath;

interface Sample extends Measured {
  firstRequestMs: number;
}

/** `npm run bench -- run`: a whole run of the command beside a bare program that does the same requests and commands. */
export async function run(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-bench-"));
  let firstAt = 0;
  let firstBody: Record<string, unknown> = {};
  const server = await startScriptedModel((request) => {
    if (firstAt === 0) {
      firstAt = performance.now();
      firstBody = request.body as Record<string, unknown>;
    }
    const { turn, last } = request;
    const calls = last === "tools" ? toolCalls : 0;
    return turn < calls
      ? { calls: [{ name: "Bash", input: { command: command(turn) } }] }
      : "The answer is 42.";
  });
  const env = { PATH: process.env["PATH"], HOME: folder, OPENAI_API_KEY: "sk-bench", LANG: "C" };
  const sample = async (command: string, args: string[], memory = false): Promise<Sample> => {
    firstAt = 0;
    const measured = await measureProcess(command, args, { env, cwd: folder, memory });
    return { ...measured, firstRequestMs: firstAt - measured.startedAt };
  };
  const flags = [
    "--quiet",
    "run",
    "--mode",
    "unrestricted",
    "--no-sandbox",
    "--model",
    "openai/scripted",
    "--base-url",
    `${server.url}/v1`,
  ];
  const ours = (prompt: string, memory = false) => sample(skillmint, [...flags, prompt], memory);

  await ours("plain");
  const first = structuredClone(firstBody);
  await ours("tools");
  const floor = (calls: number, prompt: string) => {
    const body = JSON.stringify({ ...first, messages: [{ role: "user", content: prompt }] });
    return sample(node, [
      join(import.meta.dirname, "lib/floor.mjs"),
      `${server.url}/v1`,
      String(calls),
      body,
    ]);
  };
  const samples: Record<"plain" | "plainFloor" | "tools" | "toolsFloor", Sample[]> = {
    plain: [],
    plainFloor: [],
    tools: [],
    toolsFloor: [],
  };
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    samples.plainFloor.push(await floor(0, "plain"));
    samples.plain.push(await ours("plain"));
    samples.toolsFloor.push(await floor(toolCalls, "tools"));
    samples.tools.push(await ours("tools"));
  }
  for (let round = 0; round < 5; round++) peaks.push((await ours("tools", true)).peakMb);
  await server.close();
  await rm(folder, { recursive: true, force: true });

  const of = (name: keyof typeof samples, field: "ms" | "firstRequestMs") =>
    median(samples[name].map((each) => each[field]));
  const system = ((first["messages"] as { role: string; content: unknown }[])[0]?.content ?? "") as string;
  const size = JSON.stringify(system).length + JSON.stringify(first["tools"] ?? []).length;
  const report = (label: string, value: string, target: string, ok: boolean): void =>
    console.log(`${ok ? "ok  " : "MISS"} ${label.padEnd(28)} ${value.padEnd(44)} ${target}`);
  const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)}x the floor (${ms(a)} / ${ms(b)})`;

  console.log(`${rounds} interleaved rounds, medians; floor: bare Node with the same requests and commands`);
  const plain = of("plain", "ms") / of("plainFloor", "ms");
  const tools = of("tools", "ms") / of("toolsFloor", "ms");
  const peak = Math.max(...peaks);
  console.log(
    `     time to first request        ${ratio(of("plain", "firstRequestMs"), of("plainFloor", "firstRequestMs"))}`,
  );
  report("plain answer", ratio(of("plain", "ms"), of("plainFloor", "ms")), "target 2.5x", plain <= 2.5);
  report(
    `${toolCalls} tool calls`,
    ratio(of("tools", "ms"), of("toolsFloor", "ms")),
    "target 2.5x",
    tools <= 2.5,
  );
  report("peak memory", `${peak.toFixed(0)} MB`, "target 110 MB", peak < 110);
  report("first request", `${size} characters of system and tools`, "target 12,000", size < 12_000);
  return plain <= 2.5 && tools <= 2.5 && peak < 110 && size < 12_000;
}

if (import.meta.main && !(await run())) process.exitCode = 1;
