import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { joinDelays, readDelays, type Delays, type Reader } from "./lib/read-delays.ts";
import { startProgram, type Started } from "./lib/started.ts";
import { percentile } from "./lib/stats.ts";

const sessions = Number(process.env["BENCH_SESSIONS"] ?? 200);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 20);
/** Until the heap has the size that so many sessions need: only then it can be seen whether it stays. */
const warmUpSeconds = Number(process.env["BENCH_WARM_UP"] ?? 80);
const everyMs = 50;
const root = resolve(import.meta.dirname, "..");
const paced = [join(import.meta.dirname, "lib/paced-stream.mjs"), String(everyMs)];
const addressOf = ({ port }: AddressInfo): string => `http://127.0.0.1:${port}`;

interface Address {
  url: string;
  token: string;
}

interface Sample extends Delays {
  memory: { start: number; end: number };
  /** Of one processor. */
  cpu: number;
}

/** All readers at once, for as long as it takes; what came before all of them read does not count. */
async function measure(
  server: Started<unknown>,
  readers: readonly Reader[],
  warmUp: number,
): Promise<Sample> {
  await Promise.all(readers.map(({ ready }) => ready));
  await sleep(warmUp * 1_000);
  for (const reader of readers) reader.take();
  const memory = server.memory();
  const cpu = server.cpu();
  const at = performance.now();
  await sleep(seconds * 1_000);
  const spent = (server.cpu() - cpu) / ((performance.now() - at) / 1_000);
  const taken = readers.map((reader) => reader.take());
  for (const reader of readers) reader.close();
  return {
    ...joinDelays(taken),
    memory: { start: memory, end: server.memory() },
    cpu: spent,
  };
}

async function measureBare(agent: Agent): Promise<Sample> {
  const bare = await startProgram<AddressInfo>(process.execPath, paced);
  try {
    const readers = Array.from({ length: sessions }, () =>
      readDelays(addressOf(bare.said), { headers: {}, agent }),
    );
    return await measure(bare, readers, 3);
  } finally {
    await bare.stop();
  }
}

/** A new session, and one who reads it. */
async function beginSession({ url, token }: Address, agent: Agent, onEnd: () => void): Promise<Reader> {
  const authorization = `Bearer ${token}`;
  const since = performance.now();
  const reply = await fetch(`${url}/api/sessions`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ text: "go" }),
  });
  const { sessionId } = (await reply.json()) as { sessionId: string };
  const options = { headers: { authorization }, agent, onEnd, since };
  return readDelays(`${url}/api/events?cursors=${sessionId}:0`, options);
}

/** When a session is done its reader begins another one: there are always as many. */
async function keepReading(begin: (onEnd: () => void) => Promise<Reader>): Promise<Reader> {
  const done: Delays[] = [];
  let isClosed = false;
  let current: Reader;
  const next = async (): Promise<void> => {
    done.push(current.take());
    current.close();
    if (isClosed) return;
    current = await begin(onEnd);
    await current.ready;
  };
  const onEnd = (): void => {
    next().catch((error: unknown) => {
      // Readers are closed while sessions begin: that is the end of the measurement, not a failure.
      if (!isClosed) console.error("no further session:", error);
    });
  };
  current = await begin(onEnd);
  return {
    ready: current.ready,
    take() {
      return joinDelays([...done.splice(0), current.take()]);
    },
    close() {
      isClosed = true;
      current.close();
    },
  };
}

async function measureOurs(agent: Agent, home: string): Promise<Sample> {
  const model = await startProgram<AddressInfo>(process.execPath, paced);
  await mkdir(join(home, ".skillmint"), { recursive: true });
  await writeFile(join(home, ".skillmint/config.jsonc"), JSON.stringify({ model: "custom-openai/paced" }));
  const server = await startProgram<Address>(
    join(root, "node_modules/.bin/skillmint"),
    ["--json", "serve", "--port", "0"],
    {
      cwd: home,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        LANG: "C",
        CUSTOM_OPENAI_API_KEY: "sk-bench",
        CUSTOM_OPENAI_BASE_URL: `${addressOf(model.said)}/v1`,
      },
    },
  );
  try {
    const begin = (onEnd: () => void): Promise<Reader> => beginSession(server.said, agent, onEnd);
    const readers: Reader[] = [];
    for (let index = 0; index < sessions; index++) readers.push(await keepReading(begin));
    return await measure(server, readers, warmUpSeconds);
  } finally {
    await server.stop();
    await model.stop();
  }
}

const report = (label: string, ours: string, bare: string, note = "", ok = true): void =>
  console.log(`${ok ? "ok  " : "MISS"} ${label.padEnd(34)} ${ours.padEnd(22)} ${bare.padEnd(22)} ${note}`);

function show(ours: Sample, bare: Sample): boolean {
  const p = (values: readonly number[], part: number): number => percentile(values, part);
  const delay = (values: readonly number[]): string => `${p(values, 0.5)} / ${p(values, 0.99)} ms`;
  const range = ({ memory }: Sample): string => `${memory.start.toFixed(0)} → ${memory.end.toFixed(0)} MB`;
  const rate = ({ sent }: Sample): string => `${(sent.length / seconds).toFixed(0)} a second`;
  const growth = ours.memory.end - ours.memory.start;
  const isFlat = growth < Math.max(30, ours.memory.start * 0.15);
  const isQuick = p(ours.sent, 0.99) < 250;
  const ratio = p(ours.sent, 0.99) / Math.max(1, p(bare.sent, 0.99));
  console.log(`${sessions} sessions, one reader each, a delta every ${everyMs} ms, ${seconds} s`);
  report("", "ours", "bare Node");
  report("deltas that came", rate(ours), rate(bare), `${ours.begun.length} sessions ended and others began`);
  report(
    "engine to reader, p50 / p99",
    delay(ours.sent),
    delay(bare.sent),
    `p99 ${ratio.toFixed(1)}x bare; target 250 ms`,
    isQuick,
  );
  report("model to reader, p50 / p99", delay(ours.written), delay(bare.written));
  const whole = ours.begun.map((value) => Math.round(value));
  report("new session to its first delta", delay(whole), "");
  report("memory", range(ours), range(bare), "target: flat (30 MB, or 15 %)", isFlat);
  const share = (sample: Sample): string => `${(sample.cpu * 100).toFixed(0)} % of a core`;
  report("processor", share(ours), share(bare), `${(ours.cpu / bare.cpu).toFixed(1)}x bare`);
  return isFlat && isQuick;
}

/** `npm run bench -- server`: many sessions stream at once through one server, beside bare Node that only sends. */
export async function run(): Promise<boolean> {
  const home = await mkdtemp(join(tmpdir(), "skillmint-bench-"));
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  try {
    const bare = await measureBare(agent);
    return show(await measureOurs(agent, home), bare);
  } finally {
    agent.destroy();
    await rm(home, { recursive: true, force: true });
  }
}

if (import.meta.main && !(await run())) process.exitCode = 1;
