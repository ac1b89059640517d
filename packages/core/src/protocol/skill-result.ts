import { z } from "zod";

/** Long texts of a model are cut by whoever shows them; these are bounds against nonsense. */
const line = z.string().trim().min(1).max(500);
const prose = z.string().trim().min(1).max(8_000);

/** What the skill sub-agent answers to a search. */
export const searchResult = z.object({
  matched_skills: z.array(z.object({ name: line, description: z.string().max(4_000).optional() })).max(100),
});

export const enhanceAction = z.enum(["created", "enhanced", "none"]);

/** What it did: `skillName` is there unless nothing was done. */
export const enhanceResult = z
  .object({
    action: enhanceAction,
    skillName: line.nullish().transform((name) => name ?? undefined),
    message: prose,
    details: z
      .string()
      .max(8_000)
      .nullish()
      .transform((text) => text ?? undefined),
  })
  .refine(({ action, skillName }) => action === "none" || skillName !== undefined, {
    path: ["skillName"],
    error: "missing",
  });
export type EnhanceResult = z.infer<typeof enhanceResult>;

export const criteria = ["clarity", "completeness", "usability", "accuracy", "efficiency"] as const;
export type Criterion = (typeof criteria)[number];

const score = z.number().min(1).max(5);

/** How good a skill is, and what to do about it. */
export const evaluateResult = z.object({
  scores: z.object({
    clarity: score,
    completeness: score,
    usability: score,
    accuracy: score,
    efficiency: score,
  }),
  issues: z
    .array(
      z.object({
        severity: z.enum(["critical", "important", "minor"]),
        criterion: z.enum(criteria),
        description: prose,
        /** A file, and a line or heading in it. */
        location: z.string().max(500).optional(),
      }),
    )
    .max(50),
  recommendations: z
    .array(
      z.object({
        priority: z.enum(["high", "medium", "low"]),
        action: line,
        details: z.string().max(8_000).optional(),
      }),
    )
    .max(50),
  summary: prose,
});
export type EvaluateResult = z.infer<typeof evaluateResult>;

export const evaluationLevels = ["excellent", "good", "needs-work", "poor"] as const;
export type EvaluationLevel = (typeof evaluationLevels)[number];

/** The mean of the five, to one decimal. */
export function overallScore(scores: EvaluateResult["scores"]): number {
  const sum = criteria.reduce((total, criterion) => total + scores[criterion], 0);
  return Math.round((sum / criteria.length) * 10) / 10;
}

export function levelOf(overall: number): EvaluationLevel {
  if (overall >= 4.5) return "excellent";
  if (overall >= 3.5) return "good";
  return overall >= 2.5 ? "needs-work" : "poor";
}
