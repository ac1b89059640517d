import { randomUUID } from "node:crypto";
import { explain, SkillmintError, toSkillmintError, type Language } from "@skillmint/core/protocol";
import type { Job, JobRow } from "@skillmint/core/protocol/api";

export interface JobContext {
  signal: AbortSignal;
  /** Tells a person how far it is. */
  tell(text: string): void;
}

export interface JobStart {
  kind: string;
  subject: string;
  /** In which a failure is worded. */
  language: Language;
  /** The result must be JSON. */
  work(context: JobContext): Promise<unknown>;
}

/** Long work that requests start and ask for later. It ends with the server. */
export interface Jobs {
  /** Refused with `jobs-full` while too many are under way. */
  start(job: JobStart): { jobId: string };
  list(): JobRow[];
  /** Refused with `job-not-found`. */
  get(id: string, after: number): Job;
  cancel(id: string): boolean;
  close(): Promise<void>;
}

interface Held extends Job {
  controller: AbortController;
  told: number;
  ended: Promise<void>;
}

const maxRunning = 8;
const maxKept = 50;
const maxSteps = 500;
const maxText = 2_000;

function toRow({ id, kind, subject, state, startedAt, endedAt }: Job): JobRow {
  return { id, kind, subject, state, startedAt, ...(endedAt === undefined ? {} : { endedAt }) };
}

export function createJobs(): Jobs {
  const jobs = new Map<string, Held>();

  function forgetOldest(): void {
    for (const [id, { state }] of jobs) {
      if (jobs.size < maxKept) return;
      if (state !== "running") jobs.delete(id);
    }
  }

  function find(id: string): Held {
    const job = jobs.get(id);
    if (job === undefined) throw new SkillmintError("job-not-found", { params: { id } });
    return job;
  }

  async function follow(job: Held, { work, language }: JobStart): Promise<void> {
    const { signal } = job.controller;
    const tell = (text: string): void => {
      if (job.state !== "running") return;
      job.steps.push({ n: ++job.told, at: Date.now(), text: text.slice(0, maxText) });
      if (job.steps.length > maxSteps) job.steps.shift();
    };
    try {
      job.result = await work({ signal, tell });
      job.state = signal.aborted ? "cancelled" : "done";
    } catch (thrown) {
      const error = toSkillmintError(thrown);
      job.state = signal.aborted ? "cancelled" : "failed";
      if (!signal.aborted) job.error = { code: error.code, message: explain(error, language) };
    }
    job.endedAt = Date.now();
  }

  return {
    start(start) {
      const running = [...jobs.values()].filter(({ state }) => state === "running").length;
      if (running >= maxRunning) throw new SkillmintError("jobs-full", { params: { count: running } });
      forgetOldest();
      const id = `job_${randomUUID()}`;
      const job: Held = {
        id,
        kind: start.kind,
        subject: start.subject,
        state: "running",
        startedAt: Date.now(),
        steps: [],
        told: 0,
        controller: new AbortController(),
        ended: Promise.resolve(),
      };
      jobs.set(id, job);
      job.ended = follow(job, start);
      return { jobId: id };
    },
    list: () => [...jobs.values()].map(toRow).reverse(),
    get(id, after) {
      const job = find(id);
      const { result, error } = job;
      return {
        ...toRow(job),
        steps: job.steps.filter(({ n }) => n > after),
        ...(result === undefined ? {} : { result }),
        ...(error === undefined ? {} : { error }),
      };
    },
    cancel(id) {
      const job = find(id);
      if (job.state !== "running") return false;
      job.controller.abort();
      return true;
    },
    async close() {
      for (const job of jobs.values()) job.controller.abort();
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
    },
  };
}
