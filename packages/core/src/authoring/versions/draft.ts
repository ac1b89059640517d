import { z } from "zod";
import { contentList } from "./stored-content.ts";

/** What a draft would become, and what is known of how it came to be. */
export const draftNote = contentList.extend({
  format: z.literal(1),
  id: z.string(),
  at: z.number(),
  /** The skill's name, which is that of its folder. */
  name: z.string(),
  /** Where it would go: a new folder, or one that is there already. */
  target: z.object({ layer: z.enum(["user", "project"]), folder: z.string(), isNew: z.boolean() }),
  /** What the target held when the work on the draft began; absent for a new one. */
  base: z.string().optional(),
  /** The only skill that the work may change, where that was asked for. */
  only: z.string().optional(),
  digest: z.string(),
  /** In a few words what was done, by whoever wrote it. */
  message: z.string(),
  details: z.string().optional(),
  why: z.string().optional(),
  sessionId: z.string().optional(),
  /** Nobody asked for it: it was left behind by a run that looked worth learning from. */
  isProposal: z.boolean().optional(),
});
export type DraftNote = z.infer<typeof draftNote>;

export type NewDraft = Omit<DraftNote, "format" | "id" | "at" | "digest" | "files" | "links" | "folders">;
