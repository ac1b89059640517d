import type { CallView } from "@skillmint/core/protocol";
import { CornerDownRight } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { callTexts } from "./call-texts.ts";
import { JsonView } from "./json-view.tsx";
import { readQuestions } from "./read-questions.ts";

/** Questions with what was chosen from, and what was answered. */
export function QuestionView({
  call,
  input,
}: {
  call: CallView;
  input: Readonly<Record<string, unknown>>;
}): ReactNode {
  const t = useWords(callTexts);
  const questions = readQuestions(input);
  if (questions.length === 0) return <JsonView value={input} />;
  return (
    <dl className="my-1 space-y-3 text-sm [overflow-wrap:anywhere]">
      {questions.map(({ question, options }, index) => {
        const answer = call.answers?.[index]?.join(", ");
        return (
          <div key={index}>
            <dt className="font-medium">{question}</dt>
            {options.length === 0 ? null : <dd className="text-ink-3">{options.join(" · ")}</dd>}
            {answer === undefined ? null : (
              <dd className="mt-0.5 flex items-start gap-1.5">
                <CornerDownRight aria-label={t("answered")} className="mt-1 shrink-0 text-accent" size={14} />
                <span className="min-w-0 whitespace-pre-wrap">{answer}</span>
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
