import { authoringApi, skillEvaluation, type SkillPage } from "@skillmint/core/protocol/api";
import { Gauge } from "lucide-react";
import type { ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { EvaluationView } from "./evaluation-view.tsx";
import { evaluationTexts } from "./evaluation-texts.ts";
import { SkillPart } from "./skill-part.tsx";
import { useWork } from "./use-work.ts";
import { WorkProgress } from "./work-progress.tsx";

function Evaluate({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(evaluationTexts);
  const { client } = useServices();
  const { place } = usePlace();
  const work = useWork(`evaluate-${skill.id}`, skillEvaluation, () =>
    client.call(authoringApi.evaluate, { body: { ...place, skill: skill.id } }),
  );
  const start = (): void => work.start(undefined);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-80 text-sm text-ink-2">{t("explain")}</p>
        <Button disabled={work.isRunning} look={work.result ? "plain" : "primary"} onClick={start}>
          <Gauge aria-hidden size={14} />
          {t(work.result ? "again" : "start")}
        </Button>
      </div>
      <WorkProgress onRetry={start} work={work} />
      {work.result ? <EvaluationView evaluation={work.result} /> : null}
    </>
  );
}

/** How good a skill is, by a model's judgement. */
export default function EvaluateScreen(): ReactNode {
  return <SkillPart>{(skill) => <Evaluate skill={skill} />}</SkillPart>;
}
