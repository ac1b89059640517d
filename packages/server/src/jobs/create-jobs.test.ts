import { describe, expect, it } from "vitest";
import { createJobs, type JobContext } from "./create-jobs.ts";

const start = { kind: "eval", subject: "user:a", language: "en" as const };

describe("long work", () => {
  it("tells its steps after the one that was seen, and what came of it", async () => {
    const jobs = createJobs();
    const waiting = Promise.withResolvers<number>();
    const { jobId } = jobs.start({
      ...start,
      work: async ({ tell }) => {
        tell("one");
        tell("two");
        return { n: await waiting.promise };
      },
    });
    expect(jobs.get(jobId, 0)).toMatchObject({
      state: "running",
      steps: [
        { n: 1, text: "one" },
        { n: 2, text: "two" },
      ],
    });
    expect(jobs.get(jobId, 1).steps).toMatchObject([{ n: 2 }]);
    waiting.resolve(3);
    await expect.poll(() => jobs.get(jobId, 2)).toMatchObject({ state: "done", result: { n: 3 }, steps: [] });
    expect(jobs.cancel(jobId)).toBe(false);
  });

  it("keeps the newest steps, and a failure in words", async () => {
    const jobs = createJobs();
    const { jobId } = jobs.start({
      ...start,
      work: async ({ tell }) => {
        for (let n = 0; n < 1_000; n++) tell("x".repeat(5_000));
        throw new Error("the grader is gone");
      },
    });
    await expect.poll(() => jobs.get(jobId, 0).state).toBe("failed");
    const { steps, error } = jobs.get(jobId, 0);
    expect([steps.length, steps[0]?.n, steps[0]?.text.length]).toEqual([500, 501, 2_000]);
    expect(error).toMatchObject({ message: expect.stringContaining("the grader is gone") as string });
  });

  it("ends when it is told to, and when the server ends", async () => {
    const jobs = createJobs();
    const untilAborted = ({ signal }: JobContext): Promise<never> =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
    const [one, two] = [1, 2].map(() => jobs.start({ ...start, work: untilAborted }).jobId);
    expect(jobs.cancel(one!)).toBe(true);
    await expect.poll(() => jobs.get(one!, 0).state).toBe("cancelled");
    expect(jobs.get(two!, 0).state).toBe("running");
    await jobs.close();
    expect(jobs.get(two!, 0).state).toBe("cancelled");
    expect(jobs.list().map(({ id }) => id)).toEqual([two, one]);
  });

  it("is bounded: in what runs at once and in what is remembered", async () => {
    const jobs = createJobs();
    for (let n = 0; n < 120; n++) {
      const { jobId } = jobs.start({ ...start, work: async () => n });
      await expect.poll(() => jobs.get(jobId, 0).state, { interval: 0 }).toBe("done");
    }
    expect(jobs.list()).toHaveLength(50);
    for (let n = 0; n < 8; n++) jobs.start({ ...start, work: () => new Promise(() => undefined) });
    expect(() => jobs.start({ ...start, work: async () => 1 })).toThrow(
      expect.objectContaining({ code: "jobs-full" }),
    );
    expect(() => jobs.get("job_x", 0)).toThrow(expect.objectContaining({ code: "job-not-found" }));
  });
});
