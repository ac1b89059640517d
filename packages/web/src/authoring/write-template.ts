/** A file to begin with; what has to be changed in it is plain from its words. */
export function writeTemplate(kind: "tests" | "evals", skill: string): { name: string; text: string } {
  const value =
    kind === "tests"
      ? {
          name: "does what it is for",
          prompt: `Use ${skill} for …`,
          expect: { text: { contains: "…" }, noQuestions: true },
        }
      : {
          skill_name: skill,
          evals: [1, 2].map((id) => ({
            id,
            prompt: `Prompt ${id} that ${skill} should help with`,
            expected_output: "What a good result looks like",
            expectations: ["Something that can be seen in the result", { type: "contains", value: "…" }],
          })),
        };
  return {
    name: kind === "tests" ? "first.jsonc" : "evals.json",
    text: `${JSON.stringify(value, undefined, 2)}\n`,
  };
}

/** Why a text is no JSON, comments aside; undefined where it is. */
export function findJsonProblem(text: string): string | undefined {
  const plain = text.replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1");
  try {
    JSON.parse(plain.replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, "$1"));
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}
