import { z } from "zod";

/** A file that a session's instructions were read from. */
export const instructionSource = z.object({
  path: z.string(),
  kind: z.enum(["instructions", "memory"]),
  /** `project`: the repository's own words, whoever wrote them. */
  from: z.enum(["user", "project", "skill", "agent"]),
  bytes: z.number().int().nonnegative(),
  /** How many bytes of it were left out. */
  cut: z.number().int().positive().optional(),
  /** Of its text, where that is whole. */
  digest: z.string().optional(),
  /** Why nothing of it was read. */
  problem: z.enum(["outside", "link", "unreadable"]).optional(),
});
export type InstructionSource = z.infer<typeof instructionSource>;
