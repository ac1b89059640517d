import { explain, type Problem } from "@skillmint/core/protocol";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useLanguage, useWords } from "../../text/use-words.tsx";
import { conversationTexts } from "../conversation-texts.ts";

/** What a person can only set right elsewhere. */
const places: Readonly<Record<string, string>> = {
  "key-missing": "/settings/models",
  "model-auth": "/settings/models",
  "model-not-found": "/settings/models",
  "provider-unknown": "/settings/models",
};

/** What went wrong, in the person's words, with the way to where it is set right. */
export function ProblemBox({ error }: { error: Problem }): ReactNode {
  const t = useWords(conversationTexts);
  const { language } = useLanguage();
  const place = places[error.code];
  return (
    <div className="my-3 flex gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad" role="alert">
      <CircleAlert aria-hidden className="mt-1 shrink-0" size={15} />
      <div className="min-w-0">
        <p className="break-words whitespace-pre-wrap">{explain(error, language)}</p>
        {place === undefined ? null : (
          <Link className="mt-1 inline-block font-medium underline" to={place}>
            {t("toModels")}
          </Link>
        )}
      </div>
    </div>
  );
}
