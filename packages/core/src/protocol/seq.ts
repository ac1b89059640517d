import { z } from "zod";

/** The place of an event in its session's log. */
export const seq = z.number().int().nonnegative();
