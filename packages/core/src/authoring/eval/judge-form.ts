import { z } from "zod";

/** What a judge is asked to reply with, as an example. */
export const judgeForm = '{"verdicts": [{"number": 1, "passed": true, "quote": "…", "why": "…"}]}';

export const judgeReply = z.object({
  verdicts: z.array(
    z.object({
      number: z.number().int(),
      passed: z.boolean(),
      quote: z.string().nullish(),
      why: z.string().nullish(),
    }),
  ),
});
export type JudgeReply = z.infer<typeof judgeReply>;

/** The outermost JSON object of a reply, whatever stands around it. */
export function cutObject(text: string): string {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start === -1 || end < start ? text : text.slice(start, end + 1);
}
