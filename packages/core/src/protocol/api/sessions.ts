import { z } from "zod";
import { idSchema } from "../id.ts";
import { sessionSettings } from "../settings.ts";
import { get, patch, post, remove } from "./endpoint.ts";
import { folderPath } from "./place.ts";

const sessionId = idSchema("ses");

export const sessionStates = [
  "working",
  "interrupted",
  "waiting",
  "done",
  "limit",
  "loop",
  "error",
  "cancelled",
] as const;

/** A session as lists show it. */
export const sessionSummary = z.object({
  id: sessionId,
  title: z.string(),
  state: z.enum(sessionStates),
  folder: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  parentSessionId: sessionId.optional(),
  /** The session that it began as a copy of; that one may be gone. */
  forkOf: sessionId.optional(),
  model: z.string(),
  seq: z.number().int(),
});
export type SessionRow = z.infer<typeof sessionSummary>;

/** What a person may choose for a session or a prompt. Never an address or a key. */
const choices = sessionSettings
  .pick({
    model: true,
    mode: true,
    rules: true,
    sandbox: true,
    limits: true,
    environment: true,
    skills: true,
    tools: true,
  })
  .partial();

/** `data` is base64. */
const attachment = z.object({ name: z.string().min(1).max(300), data: z.base64() });

const prompt = z.object({
  text: z.string().max(1_000_000),
  /** Made by the client: the same id again is the same prompt. */
  promptId: idSchema("prm").optional(),
  attachments: z.array(attachment).max(20).optional(),
  settings: choices.optional(),
});

const admitted = z.object({ sessionId });
const done = z.object({ done: z.boolean() });
const rewound = z.object({
  prompt: z.string(),
  files: z.array(z.object({ path: z.string(), restored: z.boolean(), reason: z.string().optional() })),
});
const one = "/api/sessions/:id";

export const sessionsApi = {
  listSessions: get({
    path: "/api/sessions",
    summary: "Sessions, newest first",
    query: z.object({
      folder: z.string().optional(),
      parent: sessionId.optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      before: z.coerce.number().optional(),
    }),
    reply: z.array(sessionSummary),
  }),
  searchSessions: get({
    path: "/api/sessions/search",
    summary: "Sessions by what was said in them",
    query: z.object({
      q: z.string().min(1).max(1_000),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    reply: z.array(z.object({ session: sessionSummary, seq: z.number().int(), snippet: z.string() })),
  }),
  createSession: post({
    path: "/api/sessions",
    summary: "Starts a session with a prompt",
    body: prompt.extend({ folder: folderPath.optional() }),
    reply: admitted,
  }),
  getSession: get({ path: one, summary: "One session", reply: sessionSummary }),
  renameSession: patch({
    path: one,
    summary: "Gives a session another title",
    body: z.object({ title: z.string().trim().min(1).max(300) }),
    reply: sessionSummary,
  }),
  deleteSession: remove({ path: one, summary: "Deletes a session with all that belongs to it", reply: done }),
  sendPrompt: post({
    path: `${one}/prompts`,
    summary: "Sends a prompt to a session; it is on disk when this answers",
    body: prompt,
    reply: admitted,
  }),
  answerAsk: post({
    path: `${one}/answers`,
    summary: "Answers what a session, or a sub-agent of it, waits for",
    body: z.object({
      askId: idSchema("ask").optional(),
      answer: z.union([z.string().max(100_000), z.array(z.string().max(100_000)).max(4)]),
    }),
    reply: z.object({ left: z.number().int() }),
  }),
  stopSession: post({ path: `${one}/stop`, summary: "Stops the run", reply: done }),
  continueSession: post({
    path: `${one}/continue`,
    summary: "Goes on with a run that ended early",
    reply: admitted,
  }),
  forkSession: post({
    path: `${one}/fork`,
    summary: "A new session from before a prompt, or from the end",
    body: z.object({ promptSeq: z.number().int().positive().optional() }),
    reply: admitted,
  }),
  undoSession: post({
    path: `${one}/undo`,
    summary: "Takes the last prompt back, with its edits",
    reply: rewound,
  }),
  redoSession: post({ path: `${one}/redo`, summary: "Takes the undo back", reply: rewound }),
  compactSession: post({
    path: `${one}/compact`,
    summary: "Has the model summarise what came so far",
    body: z.object({ words: z.string().max(10_000).optional() }),
    reply: done,
  }),
  sessionContext: get({
    path: `${one}/context`,
    summary: "Who uses how much of the context",
    reply: z.object({
      model: z.string(),
      context: z.number(),
      budget: z.number(),
      used: z.number(),
      free: z.number(),
      measured: z.boolean(),
      parts: z.record(z.string(), z.number()),
      omitted: z.number(),
    }),
  }),
};
