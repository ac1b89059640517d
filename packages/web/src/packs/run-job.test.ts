import type { Job } from "@skillmint/core/protocol/api";
import { describe, expect, it } from "vitest";
import type { Client } from "../api/client.ts";
import { JobStopped, runJob } from "./run-job.ts";

const base = { id: "job_1", kind: "pack", subject: "x", startedAt: 0 };

const reader = {
  parse(value: unknown): { name: string } {
    const { name } = value as { name: unknown };
    if (typeof name !== "string") throw new TypeError("name");
    return { name };
  },
};

/** A server whose job stands as the list says, one after the other. */
function createServer(stands: Partial<Job>[]) {
  const asked: string[] = [];
  const call = async (endpoint: { method: string }, sent: { query?: { after: number } }) => {
    asked.push(endpoint.method === "DELETE" ? "cancel" : `after ${sent.query?.after}`);
    return { ...base, state: "running", steps: [], ...stands.shift() };
  };
  return { asked, client: { call } as unknown as Client };
}

function follow(stands: Partial<Job>[], controller = new AbortController()) {
  const { asked, client } = createServer(stands);
  const steps: string[] = [];
  const work = runJob(client, async () => ({ jobId: "job_1" }), reader, {
    signal: controller.signal,
    onStep: (text) => steps.push(text),
    pause: async () => {},
  });
  return { asked, steps, work };
}

describe("runJob", () => {
  it("tells the steps, asks only for new ones, and gives what came of it", async () => {
    const { asked, steps, work } = follow([
      { steps: [{ n: 1, at: 0, text: "fetching" }] },
      {},
      { steps: [{ n: 2, at: 0, text: "writing" }], state: "done", result: { name: "greet" } },
    ]);
    expect(await work).toEqual({ name: "greet" });
    expect([steps, asked]).toEqual([
      ["fetching", "writing"],
      ["after 0", "after 1", "after 1"],
    ]);
  });

  it("fails as the job did", async () => {
    const { work } = follow([{ state: "failed", error: { code: "pack-locked", message: "no" } }]);
    await expect(work).rejects.toMatchObject({ code: "pack-locked", message: "no" });
  });

  it("does not take what is not of the form", async () => {
    await expect(follow([{ state: "done", result: { name: 1 } }]).work).rejects.toThrow();
  });

  it("has the job stopped with the signal, and ends with one that was", async () => {
    const controller = new AbortController();
    controller.abort();
    const { asked, work } = follow([], controller);
    await expect(work).rejects.toBeInstanceOf(JobStopped);
    expect(asked).toEqual(["cancel"]);
    await expect(follow([{ state: "cancelled" }]).work).rejects.toBeInstanceOf(JobStopped);
  });
});
