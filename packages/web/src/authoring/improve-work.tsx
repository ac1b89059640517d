import { authoringApi, draftWork } from "@skillmint/core/protocol/api";
import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { BetterFields } from "./better-fields.tsx";
import { emptyForm, toWish } from "./improve-form.ts";
import { improveTexts } from "./improve-texts.ts";
import { SkillField } from "./skill-field.tsx";
import { SourceFields } from "./source-fields.tsx";
import { TextArea } from "./text-area.tsx";
import { useKeptForm } from "./use-kept-form.ts";
import { useEvalCases } from "./use-sources.ts";
import { useWork } from "./use-work.ts";
import { WorkProgress } from "./work-progress.tsx";

interface WorkProps {
  /** The skill that the page is about; without it one is chosen. */
  skill?: string;
  session?: string;
}

/** From a conversation to a draft. */
export function ImproveWork({ skill: fixed, session }: WorkProps): ReactNode {
  const t = useWords(improveTexts);
  const { client } = useServices();
  const { place, to } = usePlace();
  const [, go] = useLocation();
  const name = `improve-${fixed ?? session ?? ""}`;
  const start = session === undefined ? emptyForm : { ...emptyForm, session };
  const { form, isKept, change, clear } = useKeptForm(name, start);
  const skill = fixed ?? (form.skill === "" ? undefined : form.skill);
  const { data: evals } = useEvalCases(skill);
  const cases = (evals?.cases.length ?? 0) + (evals?.triggers.length ?? 0);
  const wish = toWish(form, skill, cases > 0);
  const work = useWork(name, draftWork, (body: NonNullable<typeof wish>) =>
    client.call(authoringApi.enhance, { body: { ...place, ...body } }),
  );
  const { result, isRunning, dismiss } = work;
  const draftId = result?.draftId;
  const leave = useRef(() => {});
  leave.current = () => {
    clear();
    dismiss();
    go(to(`/skills/drafts/${draftId ?? ""}`));
  };
  const verdict = result?.verdict?.message;
  useEffect(() => {
    if (draftId !== undefined && verdict === undefined) leave.current();
  }, [draftId, verdict]);
  const begin = (): void => {
    if (wish && !isRunning) work.start(wish);
  };
  return (
    <>
      <form
        className="max-w-reading space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <SourceFields form={form} isLocked={isRunning} onChange={change} />
        {isKept ? null : <p className="text-sm text-warn">{t("tooLong")}</p>}
        {fixed === undefined ? (
          <SkillField
            isLocked={isRunning}
            onChange={(chosen) => change({ skill: chosen })}
            value={form.skill}
          />
        ) : null}
        <TextArea
          disabled={isRunning}
          label={t("focus")}
          maxLength={20_000}
          onChange={({ target }) => change({ focus: target.value })}
          placeholder={t("focus.placeholder")}
          value={form.focus}
        />
        {skill === undefined ? null : (
          <BetterFields cases={cases} form={form} isLocked={isRunning} onChange={change} />
        )}
        <Button disabled={!wish || isRunning} look="primary" type="submit">
          {t("start")}
        </Button>
      </form>
      <WorkProgress onRetry={begin} work={work} />
      {result && (draftId === undefined || verdict !== undefined) ? (
        <div className="my-4 max-w-reading rounded-md bg-panel px-4 py-3 text-sm" role="status">
          <p className="break-words whitespace-pre-wrap">
            {draftId === undefined
              ? t("none", { message: result.message })
              : t("verdict", { message: verdict ?? "" })}
          </p>
          {draftId === undefined ? null : (
            <Button className="mt-3" look="primary" onClick={() => leave.current()}>
              {t("look")}
            </Button>
          )}
        </div>
      ) : null}
    </>
  );
}
