import { z } from "zod";
import { versionActions } from "../../protocol/version-action.ts";
import { contentList } from "./stored-content.ts";

export const versionAction = z.enum(versionActions);
export type VersionAction = z.infer<typeof versionAction>;

/** Who made a change: a person, or the skill sub-agent whose draft a person approved. */
export const versionAuthor = z.enum(["person", "agent"]);

/** What is written beside a kept state of a skill. */
export const versionNote = contentList.extend({
  format: z.literal(1),
  version: z.number().int().positive(),
  /** Milliseconds since 1970. */
  at: z.number(),
  action: versionAction,
  by: versionAuthor,
  why: z.string().optional(),
  /** The session in which the sub-agent worked on it. */
  sessionId: z.string().optional(),
  /** The version that was brought back. */
  restored: z.number().int().positive().optional(),
  folder: z.string(),
  digest: z.string(),
});
export type VersionNote = z.infer<typeof versionNote>;

/** What whoever makes a change says of it. */
export interface ChangeNote {
  action: VersionAction;
  by: z.infer<typeof versionAuthor>;
  why?: string;
  sessionId?: string;
  restored?: number;
}
