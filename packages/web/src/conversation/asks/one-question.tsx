import type { Question } from "@skillmint/core/protocol";
import type { ReactNode } from "react";
import { Markdown } from "../../markdown/markdown.tsx";
import { useWords } from "../../text/use-words.tsx";
import { askTexts } from "./ask-texts.ts";
import type { Chosen } from "./join-answer.ts";

interface OneProps {
  id: string;
  question: Question;
  chosen: Chosen;
  onChange(chosen: Chosen): void;
}

/** A question with its options, and room for other words. */
export function OneQuestion({ id, question, chosen, onChange }: OneProps): ReactNode {
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
