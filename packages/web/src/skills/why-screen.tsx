import { skillsApi } from "@skillmint/core/protocol/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { useServices } from "../app/services.tsx";
import { formatTokens } from "../design/format.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { BudgetBar } from "./budget-bar.tsx";
import { FolderChoice } from "./folder-choice.tsx";
import { keep, readKept } from "./kept.ts";
import { Failed, LoadingLines } from "./page-state.tsx";
import { skillWhyTexts } from "./skill-why-texts.ts";
import { skillsTexts } from "./skills-texts.ts";
import { useDebounced } from "./use-debounced.ts";
import { usePlace } from "./use-place.ts";
import { WhyTable } from "./why-table.tsx";

const key = "skills-why";

function Answer({ prompt }: { prompt: string }): ReactNode {
  const t = useWords(skillWhyTexts);
  const wordError = useWordError();
  const { language } = useLanguage();
  const { client } = useServices();
  const { place } = usePlace();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["skills", "why", place, prompt],
    queryFn: ({ signal }) => client.call(skillsApi.explainSkills, { body: { ...place, prompt } }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error)
    return <Failed message={t("failed", { message: wordError(error) })} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  const { used, budget, contextTokens, model, skills } = data;
  const amount = new Intl.NumberFormat(language);
  const context = formatTokens(contextTokens);
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : ""}>
      <BudgetBar
        budget={budget}
        label={t("budget", { used: amount.format(used), budget: amount.format(budget) })}
        used={used}
      />
      <p className="mt-1.5 mb-6 flex flex-wrap gap-x-4 text-xs text-ink-3">
        <span>
          {t("offeredCount", { count: skills.filter(({ offered }) => offered).length, all: skills.length })}
        </span>
        <span>{model === undefined ? t("anyModel", { context }) : t("model", { model, context })}</span>
      </p>
      <WhyTable skills={skills} />
    </div>
  );
}

/** Which skills a session that begins with a prompt is told of, and why. */
export default function WhyScreen(): ReactNode {
  const t = useWords(skillWhyTexts);
  const s = useWords(skillsTexts);
  const { to } = usePlace();
  const [prompt, setPrompt] = useState(() => readKept(key, { prompt: "" })?.prompt ?? "");
  const asked = useDebounced(prompt.trim(), 350);
  return (
    <div className="relative h-full overflow-y-auto" tabIndex={0}>
      <div className="mx-auto w-full max-w-[58rem] px-4 py-5 sm:px-7">
        <Link
          className="mb-3 inline-flex items-center gap-1.5 text-sm text-ink-3 hover:text-ink"
          to={to("/skills")}
        >
          <ArrowLeft aria-hidden size={14} />
          {s("back")}
        </Link>
        <h1 className="text-lg font-semibold">{t("title")}</h1>
        <p className="mt-1 mb-4 max-w-reading text-sm text-ink-2">{t("explain")}</p>
        <textarea
          aria-label={t("prompt")}
          autoFocus
          className="mb-3 block field-sizing-content max-h-60 min-h-16 w-full resize-none rounded-lg border border-line-strong bg-raised px-4 py-3 outline-none focus:border-accent"
          maxLength={100_000}
          onChange={({ target: { value } }) => {
            setPrompt(value);
            keep(key, value === "" ? undefined : { prompt: value });
          }}
          placeholder={t("placeholder")}
          value={prompt}
        />
        <div className="mb-6">
          <FolderChoice />
        </div>
        <Answer prompt={asked} />
      </div>
    </div>
  );
}
