import type { AskView, Question } from "@skillmint/core/protocol";
import { useState, type ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { Markdown } from "../../markdown/markdown.tsx";
import { useWords } from "../../text/use-words.tsx";
import { askTexts } from "./ask-texts.ts";
import { joinAnswer, type Chosen } from "./join-answer.ts";
import { useAnswer } from "./use-answer.ts";

type QuestionsAsk = Extract<AskView, { type: "question.asked" }>;

const nothing: Chosen = { options: [], other: "" };

interface OneProps {
  id: string;
  question: Question;
  chosen: Chosen;
  onChange(chosen: Chosen): void;
}

function OneQuestion({ id, question, chosen, onChange }: OneProps): ReactNode {
  const t = useWords(askTexts);
  const isMulti = question.multiSelect === true;
  const toggle = (label: string): void => {
    const has = chosen.options.includes(label);
    if (!isMulti) onChange({ options: [label], other: "" });
    else
      onChange({
        ...chosen,
        options: has ? chosen.options.filter((one) => one !== label) : [...chosen.options, label],
      });
  };
  return (
    <fieldset className="min-w-0 [overflow-wrap:anywhere]">
      <legend className="font-medium">{question.question}</legend>
      {question.detail === undefined ? null : (
        <div className="my-2 max-h-[28rem] overflow-auto rounded-md bg-raised p-4" tabIndex={0}>
          <Markdown text={question.detail} />
        </div>
      )}
      {isMulti ? <p className="text-xs text-ink-2">{t("several")}</p> : null}
      <div className="my-2 space-y-1">
        {question.options?.map(({ label, description }) => (
          <label
            className="flex cursor-pointer items-start gap-2 rounded-md px-2 py-1 hover:bg-raised"
            key={label}
          >
            <input
              checked={chosen.options.includes(label)}
              className="mt-1.5 accent-(--color-accent)"
              name={id}
              onChange={() => toggle(label)}
              type={isMulti ? "checkbox" : "radio"}
            />
            <span className="min-w-0">
              {label}
              {description === undefined ? null : (
                <span className="block text-sm text-ink-2">{description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <input
        aria-label={t("other")}
        className="w-full rounded-md border border-line-strong bg-raised px-2 py-1.5 text-sm"
        onChange={(event) =>
          onChange({
            options: isMulti || event.target.value === "" ? chosen.options : [],
            other: event.target.value,
          })
        }
        placeholder={t("other")}
        value={chosen.other}
      />
    </fieldset>
  );
}

function answersOf(questions: readonly Question[], answers: readonly Chosen[]): string | string[] {
  const texts = questions.map((question, index) => joinAnswer(question, answers[index] ?? nothing));
  return texts.length === 1 ? (texts[0] ?? "") : texts;
}

/** Up to four questions, one after the other; each has options, and always room for other words. */
export function QuestionAsk({ ask }: { ask: QuestionsAsk }): ReactNode {
  const t = useWords(askTexts);
  const { send, isSending, problem } = useAnswer(ask.askId);
  const [at, setAt] = useState(0);
  const [answers, setAnswers] = useState<readonly Chosen[]>(() => ask.questions.map(() => nothing));
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
        else setAt(at + 1);
      }}
    >
      {total > 1 ? <p className="mb-1 text-xs text-ink-2">{t("questionOf", { n: at + 1, total })}</p> : null}
      <OneQuestion
        chosen={chosen}
        id={`${ask.askId}-${at}`}
        key={at}
        onChange={(next) => setAnswers(answers.map((old, index) => (index === at ? next : old)))}
        question={question}
      />
      <div className="mt-3 flex gap-2">
        <Button disabled={!isReady || isSending} look="primary" type="submit">
          {isLast ? t("answer") : t("next")}
        </Button>
        {at > 0 ? (
          <Button look="quiet" onClick={() => setAt(at - 1)}>
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
