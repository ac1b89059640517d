import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import type { Question } from "./agreement.ts";
import { installTexts } from "./install-texts.ts";

interface QuestionListProps {
  questions: readonly Question[];
  agreed: ReadonlySet<string>;
  onAgree(id: string, isAgreed: boolean): void;
}

/** What a person has to agree to, one by one: another signer, an older version, something in the way. */
export function QuestionList({ questions, agreed, onAgree }: QuestionListProps): ReactNode {
  const t = useWords(installTexts);
  const word = ({ name, approval }: Question): string => {
    if (approval.kind === "replace") return t("agree.replace", { path: approval.path });
    if (approval.kind === "unsigned") return t("agree.unsigned", { name, from: approval.from });
    return t(`agree.${approval.kind}`, { name, from: approval.from, to: approval.to });
  };
  return (
    <fieldset className="rounded-md bg-warn-soft px-4 py-3">
      <legend className="float-left mb-2 w-full text-sm font-semibold text-warn">{t("agree")}</legend>
      <div className="clear-both space-y-2">
        {questions.map((question) => (
          <label className="flex cursor-pointer gap-3 text-sm" key={question.id}>
            <input
              checked={agreed.has(question.id)}
              className="mt-1 size-4 shrink-0 accent-accent"
              onChange={({ target }) => onAgree(question.id, target.checked)}
              type="checkbox"
            />
            <span className="min-w-0 break-words">{word(question)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
