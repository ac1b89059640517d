import { authoringApi, meaningSearch } from "@skillmint/core/protocol/api";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { addressOfSkill } from "../skills/skill-address.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { meaningTexts } from "./meaning-texts.ts";
import { useWork } from "./use-work.ts";
import { WorkProgress } from "./work-progress.tsx";

/** Looks for skills by what is meant, with a model's help, when that is asked for. */
export function MeaningSearch({ query }: { query: string }): ReactNode {
  const t = useWords(meaningTexts);
  const { client } = useServices();
  const { place, to } = usePlace();
  const work = useWork("meaning", meaningSearch, (wanted: string) =>
    client.call(authoringApi.searchByMeaning, { body: { ...place, query: wanted } }),
  );
  const found = work.isRunning ? undefined : work.result;
  const isAnswer = found?.query === query;
  const start = (): void => work.start(query);
  return (
    <section className="mt-4 px-3">
      {isAnswer || work.isRunning ? null : (
        <Button look="quiet" onClick={start} title={t("ask.hint")}>
          <Sparkles aria-hidden size={14} />
          {t("ask")}
        </Button>
      )}
      {isAnswer || work.isRunning || work.error ? <WorkProgress onRetry={start} work={work} /> : null}
      {found && isAnswer ? (
        <div role="status">
          <h2 className="mb-2 text-sm font-semibold">
            {t(found.skills.length === 0 ? "none" : "found", { query })}
          </h2>
          <ol className="space-y-1">
            {found.skills.map(({ id, name, description }) => (
              <li key={id}>
                <Link
                  className="-mx-2 block rounded-md px-2 py-1.5 hover:bg-panel"
                  to={to(addressOfSkill(id))}
                >
                  <span className="font-medium break-words">{name}</span>
                  <span className="line-clamp-2 text-sm break-words text-ink-2">{description}</span>
                </Link>
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </section>
  );
}
