import { z } from "zod";

/** An absolute path on the server's machine. */
export const folderPath = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[^\0]*$/);

/** What a question is about; without it the server's own folder, and the environment in use. */
export const placeQuery = z.object({
  folder: folderPath.optional(),
  environment: z.string().min(1).max(200).optional(),
});

export const diagnosticReply = z.object({
  path: z.string(),
  line: z.number().optional(),
  column: z.number().optional(),
  severity: z.enum(["error", "warning", "info"]),
  code: z.string(),
  message: z.string(),
});

export const doneReply = z.object({ done: z.boolean() });
