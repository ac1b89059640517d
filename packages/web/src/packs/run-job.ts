import { jobsApi } from "@skillmint/core/protocol/api";
import type { Client } from "../api/client.ts";

/** Long work of the server that came to nothing; `message` is for the person. */
export class JobFailed extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "JobFailed";
    this.code = code;
  }
}

/** The person had it stopped. */
export class JobStopped extends Error {
  constructor() {
    super("stopped");
    this.name = "JobStopped";
  }
}

interface Follow {
  signal: AbortSignal;
  /** Told what the server is at, whenever that changes. */
  onStep(text: string): void;
  /** Until the server is asked again. */
  pause?(ms: number): Promise<void>;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts long work and follows it to its end. What it gives is read by a schema. Stopped with the signal. */
export async function runJob<T>(
  client: Pick<Client, "call">,
  begin: () => Promise<{ jobId: string }>,
  reader: { parse(value: unknown): T },
  { signal, onStep, pause = wait }: Follow,
): Promise<T> {
  const { jobId: id } = await begin();
  let after = 0;
  for (let turn = 0; ; turn += 1) {
    if (signal.aborted) {
      await client.call(jobsApi.cancelJob, { params: { id } });
      throw new JobStopped();
    }
    const job = await client.call(jobsApi.getJob, { params: { id }, query: { after } });
    const last = job.steps.at(-1);
    if (last) {
      after = last.n;
      onStep(last.text);
    }
    if (job.state === "done") return reader.parse(job.result);
    if (job.state === "cancelled") throw new JobStopped();
    if (job.state === "failed") throw new JobFailed(job.error?.code ?? "internal", job.error?.message ?? "");
    await pause(Math.min(800, 100 * 2 ** turn));
  }
}
