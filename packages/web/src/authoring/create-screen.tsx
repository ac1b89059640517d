import { authoringApi, draftWork } from "@skillmint/core/protocol/api";
import { Sparkles } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { Choice } from "../skills/choice.tsx";
import { linkButton } from "../skills/link-button.ts";
import { skillsTexts } from "../skills/skills-texts.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { draftTexts } from "./draft-texts.ts";
import { Page } from "./page.tsx";
import { TextArea } from "./text-area.tsx";
import { useKeptForm } from "./use-kept-form.ts";
import { useWork } from "./use-work.ts";
import { WorkProgress } from "./work-progress.tsx";

const empty = { description: "", where: "user" as "user" | "project" };

/** From a description to a draft. */
export default function CreateScreen(): ReactNode {
  const t = useWords(draftTexts);
  const s = useWords(skillsTexts);
  const { client } = useServices();
  const { place, to } = usePlace();
  const [, go] = useLocation();
  const { form, change, clear } = useKeptForm("create-with-help", empty);
  const description = form.description.trim();
  const work = useWork("create", draftWork, () =>
    client.call(authoringApi.createWithHelp, {
      body: { ...place, description, project: form.where === "project" },
    }),
  );
  const { result, isRunning, dismiss } = work;
  const draftId = result?.draftId;
  const leave = useRef(() => {});
  leave.current = () => {
    clear();
    dismiss();
    go(to(`/skills/drafts/${draftId ?? ""}`));
  };
  useEffect(() => {
    if (draftId !== undefined) leave.current();
  }, [draftId]);
  const start = (): void => {
    if (description !== "" && !isRunning) work.start(undefined);
  };
  return (
    <Page back={{ to: to("/skills"), text: s("back") }}>
      <h1 className="text-lg font-semibold">{t("create.title")}</h1>
      <p className="mt-1 mb-5 max-w-reading text-sm text-ink-2">{t("create.explain")}</p>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <TextArea
          autoFocus
          className="min-h-32"
          disabled={isRunning}
          label={t("create.label")}
          maxLength={20_000}
          onChange={({ target }) => change({ description: target.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start();
          }}
          placeholder={t("create.placeholder")}
          value={form.description}
        />
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-xs font-medium text-ink-2">{t("create.where")}</span>
          <Choice
            label={t("create.where")}
            onChange={(where) => change({ where })}
            options={(["user", "project"] as const).map((value) => ({ value, text: t(`create.${value}`) }))}
            value={form.where}
          />
          <span className="flex-1" />
          <Link className={linkButton("quiet")} to={to("/skills/new")}>
            {t("create.self")}
          </Link>
          <Button disabled={description === "" || isRunning} look="primary" type="submit">
            <Sparkles aria-hidden size={14} />
            {t("create.start")}
          </Button>
        </div>
      </form>
      <WorkProgress onRetry={start} work={work} />
      {result?.action === "none" ? (
        <p
          className="my-4 rounded-md bg-warn-soft px-4 py-2 text-sm whitespace-pre-wrap text-warn"
          role="status"
        >
          {t("create.none", { message: result.message })}
        </p>
      ) : null}
    </Page>
  );
}
