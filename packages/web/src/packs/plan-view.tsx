import type { InstallPlanReply } from "@skillmint/core/protocol/api";
import { Download } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { Facts } from "../settings/parts/facts.tsx";
import { useWords } from "../text/use-words.tsx";
import { findQuestions, readAgreement } from "./agreement.ts";
import { installTexts } from "./install-texts.ts";
import { LeftOutList } from "./left-out-list.tsx";
import { PlannedSkill } from "./planned-skill.tsx";
import { QuestionList } from "./question-list.tsx";
import type { Install } from "./use-install.ts";

interface PlanViewProps {
  plan: InstallPlanReply;
  isBusy: boolean;
  onInstall: Install["install"];
  onBack(): void;
}

/** What installing would do, what is asked first, and the word that it may. */
export function PlanView({ plan, isBusy, onInstall, onBack }: PlanViewProps): ReactNode {
  const t = useWords(installTexts);
  const { skills } = plan;
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(skills.length > 1 ? skills.filter(({ same }) => same).map(({ name }) => name) : []),
  );
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
  const chosen = skills.filter(({ name }) => !left.has(name));
  const questions = findQuestions(chosen);
  const agreement = readAgreement(questions, agreed);
  const mark = (set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> => {
    const next = new Set(set);
    if (isIn) next.add(id);
    else next.delete(id);
    return next;
  };
  return (
    <div className="space-y-5 outline-none" ref={top} tabIndex={-1}>
      <Facts
        facts={[
          [
            t(`kind.${plan.kind}`),
            <code className="font-mono text-xs break-all" key="source">
              {plan.source}
            </code>,
          ],
          [
            t("commit"),
            plan.commit && (
              <code className="font-mono text-xs" key="commit">
                {plan.commit.slice(0, 12)}
              </code>
            ),
          ],
        ]}
      />
      <section aria-label={skills.length === 1 ? t("inside") : t("inside.several", { count: skills.length })}>
        {skills.map((skill) => (
          <PlannedSkill
            choice={
              skills.length === 1 ? undefined : (
                <input
                  aria-label={t("take", { name: skill.name })}
                  checked={!left.has(skill.name)}
                  className="mt-1.5 size-4 shrink-0 accent-accent"
                  onChange={({ target }) => setLeft(mark(left, skill.name, !target.checked))}
                  type="checkbox"
                />
              )
            }
            key={skill.name}
            skill={skill}
          />
        ))}
      </section>
      <LeftOutList items={plan.leftOut} title={t("leftOut", { count: plan.leftOut.length })} />
      {questions.length === 0 ? null : (
        <QuestionList
          agreed={agreed}
          onAgree={(id, isIn) => setAgreed(mark(agreed, id, isIn))}
          questions={questions}
        />
      )}
      <footer className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <Button
          disabled={isBusy || chosen.length === 0 || !agreement}
          look="primary"
          onClick={() => (agreement ? onInstall({ skills: chosen, agreement }) : undefined)}
        >
          <Download aria-hidden size={14} />
          {chosen.length > 1 ? t("confirm.count", { count: chosen.length }) : t("confirm")}
        </Button>
        <Button disabled={isBusy} look="quiet" onClick={onBack}>
          {t("again")}
        </Button>
        <p className="text-sm text-ink-3" role="status">
          {chosen.length === 0 ? t("nothing") : agreement ? "" : t("agree.open")}
        </p>
      </footer>
    </div>
  );
}
