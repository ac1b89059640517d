import { z } from "zod";
import { get, remove } from "./endpoint.ts";
import { doneReply } from "./place.ts";

const step = z.object({
  /** Counts up from 1. */
  n: z.number().int(),
  at: z.number(),
  text: z.string(),
});

/** How a piece of long work stands. */
export const jobState = z.enum(["running", "done", "failed", "cancelled"]);

const jobRow = z.object({
  id: z.string(),
  /** What is done: `eval`, `test`, `create`, `enhance`, … */
  kind: z.string(),
  /** Whose work it is about: a skill's id, a file. */
  subject: z.string(),
  state: jobState,
  startedAt: z.number(),
  endedAt: z.number().optional(),
});
export type JobRow = z.infer<typeof jobRow>;

const job = jobRow.extend({
  /** What was told after the step that was asked for; the oldest are forgotten first. */
  steps: z.array(step),
  /** What came of it, in the form that its kind has. */
  result: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type Job = z.infer<typeof job>;

/** The answer of whatever starts long work. */
export const jobStarted = z.object({ jobId: z.string() });

/** Long work that a request started: it goes on without its reader, and is forgotten with the server. */
export const jobsApi = {
  listJobs: get({
    path: "/api/jobs",
    summary: "Long work of this server, newest first",
    reply: z.array(jobRow),
  }),
  getJob: get({
    path: "/api/jobs/:id",
    summary: "How a piece of long work stands, with the steps after the one named",
    query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
    reply: job,
  }),
  cancelJob: remove({
    path: "/api/jobs/:id",
    summary: "Stops a piece of long work; false where it had ended",
    reply: doneReply,
  }),
};
