import { createId, type CallView, type EventDraft } from "../protocol/index.ts";
import { ToolFailure, type QuestionContext, type Tool } from "./define-tool.ts";

interface Found {
  asked?: EventDraft<"question.asked">;
  /** Why nothing can be asked: for the model to correct. */
  problem?: string;
}

/** What a call has to ask a person before it runs; nothing where they have answered. */
export function findQuestions(
  { call, tool, input }: { call: CallView; tool: Tool; input: Record<string, unknown> },
  context: QuestionContext,
): Found {
  if (call.answers || !tool.questions) return {};
  try {
    const questions = tool.questions(input, { t: context.t, session: context.session });
    const { callId } = call;
    return questions.length === 0
      ? {}
      : { asked: { type: "question.asked", askId: createId("ask"), callId, questions } };
  } catch (error) {
    if (error instanceof ToolFailure) return { problem: error.message };
    throw error;
  }
}
