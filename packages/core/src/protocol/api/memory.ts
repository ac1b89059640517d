import { z } from "zod";
import { get, remove } from "./endpoint.ts";
import { folderPath } from "./place.ts";

const scope = z.enum(["skill", "project", "user", "agent"]);

/** Which memory is meant; nothing said means all that there are. */
const memoryQuery = z.object({
  folder: folderPath.optional(),
  scope: scope.optional(),
  skill: z.string().min(1).max(4_096).optional(),
  agent: z.string().min(1).max(200).optional(),
});

const note = z.object({
  scope,
  skill: z.string().optional(),
  agent: z.string().optional(),
  key: z.string(),
  path: z.string(),
  bytes: z.number(),
  modifiedAt: z.number(),
});
export type MemoryNote = z.infer<typeof note>;

export const memoryApi = {
  listMemory: get({
    path: "/api/memory",
    summary: "What is remembered over sessions, of every scope",
    query: memoryQuery,
    reply: z.object({ notes: z.array(note), untrusted: z.boolean() }),
  }),
  readMemory: get({
    path: "/api/memory/:key",
    summary: "One note",
    query: memoryQuery,
    reply: note.extend({ text: z.string(), unread: z.number() }),
  }),
  deleteMemory: remove({
    path: "/api/memory/:key",
    summary: "Deletes a note",
    query: memoryQuery,
    reply: note,
  }),
};
