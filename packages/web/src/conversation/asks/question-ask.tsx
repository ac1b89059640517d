import type { AskView, Question } from "@skillmint/core/protocol";
import { useEffect, useRef, type ReactNode } from "react";
import { useKeptForm } from "../../authoring/use-kept-form.ts";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { askTexts } from "./ask-texts.ts";
import { joinAnswer, type Chosen } from "./join-answer.ts";
import { OneQuestion } from "./one-question.tsx";
import { keptName, useAnswer } from "./use-answer.ts";

type QuestionsAsk = Extract<AskView, { type: "question.asked" }>;

const nothing: Chosen = { options: [], other: "" };

/** What was chosen so far, and which question is being answered. It stays when the card is out of sight. */
interface Typed {
  at: number;
  answers: readonly Chosen[];
}

const untouched: Typed = { at: 0, answers: [] };

function answersOf(questions: readonly Question[], answers: readonly Chosen[]): string | string[] {
  const texts = questions.map((question, index) => joinAnswer(question, answers[index] ?? nothing));
  return texts.length === 1 ? (texts[0] ?? "") : texts;
}

/** Up to four questions, one after the other; each has options, and always room for other words. */
export function QuestionAsk({ ask }: { ask: QuestionsAsk }): ReactNode {
  const t = useWords(askTexts);
  const place = useRef<HTMLFormElement>(null);
  const typed = useKeptForm(keptName(ask.askId), untouched);
  const { send, isSending, problem } = useAnswer(ask.askId);
  const { at, answers } = typed.form;
  const shownAt = useRef(at);
  useEffect(() => {
    if (shownAt.current === at) return;
    shownAt.current = at;
    // The fields of the question before are gone, and the focus with them.
    const fields = [...(place.current?.querySelectorAll("input") ?? [])];
    (fields.find(({ checked }) => checked) ?? fields[0])?.focus();
  }, [at]);
  const question = ask.questions[at];
  if (!question) return null;
  const total = ask.questions.length;
  const isLast = at === total - 1;
  const chosen = answers[at] ?? nothing;
  const isReady = joinAnswer(question, chosen) !== "";
  return (
    <form
      aria-label={t("question")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        if (isLast) send(answersOf(ask.questions, answers));
        else typed.change({ at: at + 1 });
      }}
      ref={place}
    >
      {total > 1 ? <p className="mb-1 text-xs text-ink-2">{t("questionOf", { n: at + 1, total })}</p> : null}
      <OneQuestion
        chosen={chosen}
        id={`${ask.askId}-${at}`}
        key={at}
        onChange={(next) =>
          typed.change({
            answers: ask.questions.map((_, index) => (index === at ? next : (answers[index] ?? nothing))),
          })
        }
        question={question}
      />
      <div className="mt-3 flex gap-2">
        <Button disabled={!isReady || isSending} look="primary" type="submit">
          {isLast ? t("answer") : t("next")}
        </Button>
        {at > 0 ? (
          <Button look="quiet" onClick={() => typed.change({ at: at - 1 })}>
            {t("back")}
          </Button>
        ) : null}
      </div>
      {problem === undefined ? null : (
        <p className="mt-1 text-sm text-bad" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
