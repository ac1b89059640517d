interface ShownQuestion {
  question: string;
  /** What could be chosen, by name. */
  options: string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object";

/** Questions as a model wrote them; what is none is left out. */
export function readQuestions(input: Readonly<Record<string, unknown>>): ShownQuestion[] {
  const { questions } = input;
  if (!Array.isArray(questions)) return [];
  return questions.filter(isRecord).flatMap(({ question, options }) => {
    if (typeof question !== "string") return [];
    const labels = (Array.isArray(options) ? options : [])
      .map((option: unknown) => (isRecord(option) ? option["label"] : option))
      .filter((label) => typeof label === "string");
    return [{ question, options: labels }];
  });
}
