import type { Translate } from "../../protocol/index.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../define-tool.ts";
import { questionsSchema, readQuestions } from "./read-questions.ts";

export function createAskUserQuestionTool(t: Translate): Tool {
  return defineTool({
    name: "AskUserQuestion",
    description: t("interact.ask.description"),
    input: questionsSchema(t),
    effect: "interact",
    describe: (input) => {
      const question = input.questions?.[0]?.question ?? "";
      return { title: t("interact.ask.title", { question }), resources: [] };
    },
    questions: (input, context) => readQuestions(input, context.t),
    async run(input, context) {
      const questions = readQuestions(input, context.t);
      const { answers } = context;
      if (!answers) throw new ToolFailure(context.t("interact.nobodyAnswers", { name: "AskUserQuestion" }));
      const pairs = questions.map(({ question }, index) => ({ question, answers: answers[index] ?? [] }));
      const lines = pairs.map(({ question, answers: given }) =>
        context.t("interact.answer", { question, answer: given.join(", ") }),
      );
      return textResult([context.t("interact.answered"), ...lines].join("\n\n"), { answers: pairs });
    },
  });
}
