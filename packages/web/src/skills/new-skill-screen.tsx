import { useDeferredValue, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Button } from "../design/button.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { DraftReport } from "./draft-report.tsx";
import { EditorPanes } from "./editor-panes.tsx";
import { linkButton } from "./link-button.ts";
import { NewSkillForm } from "./new-skill-form.tsx";
import { Failed } from "./page-state.tsx";
import { addressOfSkill } from "./skill-address.ts";
import { skillEditTexts } from "./skill-edit-texts.ts";
import { useDraftCheck } from "./use-draft-check.ts";
import { useNewSkill } from "./use-new-skill.ts";
import { usePlace } from "./use-place.ts";
import { writeSkillText } from "./write-skill-text.ts";

/** Makes a skill. */
export default function NewSkillScreen(): ReactNode {
  const t = useWords(skillEditTexts);
  const wordError = useWordError();
  const { to } = usePlace();
  const [, go] = useLocation();
  const [isDiscarding, setDiscarding] = useState(false);
  const { skill, isEmpty, isKept, isCreating, error, change, discard, create } = useNewSkill((id) =>
    go(to(addressOfSkill(id))),
  );
  const check = useDraftCheck(isEmpty ? "" : writeSkillText(skill), { name: skill.name.trim() });
  const body = useDeferredValue(skill.body);
  return (
    <EditorPanes
      head={
        <>
          <h1 className="min-w-0 flex-1 basis-32 truncate font-semibold">{t("new.title")}</h1>
          {isEmpty ? (
            <Link className={linkButton("quiet")} to={to("/skills")}>
              {t("cancel")}
            </Link>
          ) : (
            <>
              <span className="text-xs text-ink-3 max-sm:hidden" role="status">
                {t("unsaved")}
              </span>
              <Button look="quiet" onClick={() => setDiscarding(true)}>
                {t("discard.new")}
              </Button>
            </>
          )}
          <Button disabled={skill.name.trim() === "" || isCreating} look="primary" onClick={create}>
            {t("create")}
          </Button>
        </>
      }
      notices={
        <>
          {error ? <Failed message={t("failed.create", { message: wordError(error) })} /> : null}
          {isKept ? null : <Failed message={t("tooLong")} />}
          <ConfirmDialog
            cancel={t("cancel")}
            confirm={t("discard.new")}
            isOpen={isDiscarding}
            onClose={() => setDiscarding(false)}
            onConfirm={discard}
            question={t("discard.newSure")}
          />
        </>
      }
      preview={() =>
        isEmpty ? (
          <p className="p-6 text-ink-3">{t("preview.empty")}</p>
        ) : (
          <div className="space-y-8 p-4 sm:p-6">
            <DraftReport {...check} />
            <div className="border-t border-line pt-6">
              <h2 className="text-lg font-semibold break-words">{skill.name}</h2>
              <p className="mt-1 mb-6 break-words whitespace-pre-line text-ink-2">{skill.description}</p>
              <Markdown text={body} />
            </div>
          </div>
        )
      }
      text={<NewSkillForm isLocked={isCreating} onChange={change} skill={skill} />}
    />
  );
}
