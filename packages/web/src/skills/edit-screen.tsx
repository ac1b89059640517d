import type { SkillPage } from "@skillmint/core/protocol/api";
import { useDeferredValue, useRef, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Button } from "../design/button.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { DraftReport } from "./draft-report.tsx";
import { EditorPanes } from "./editor-panes.tsx";
import { linkButton } from "./link-button.ts";
import { Failed, LoadingLines } from "./page-state.tsx";
import { selectLine } from "./select-line.ts";
import { addressOfSkill } from "./skill-address.ts";
import { skillEditTexts } from "./skill-edit-texts.ts";
import { StaleNotice } from "./stale-notice.tsx";
import { useDraftCheck } from "./use-draft-check.ts";
import { usePlace, useSkillId } from "./use-place.ts";
import { useSkillEdit } from "./use-skill-edit.ts";
import { useSkill } from "./use-skills.ts";
import { bodyOf } from "./write-skill-text.ts";

function Editor({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(skillEditTexts);
  const wordError = useWordError();
  const { to } = usePlace();
  const [, go] = useLocation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  const edit = useSkillEdit(skill, (row) => go(to(addressOfSkill(row.id))));
  const { report, error, isChecking } = useDraftCheck(edit.text, { skill: skill.id });
  const body = bodyOf(useDeferredValue(edit.text));
  const canSave = edit.isChanged && !edit.isStale && !edit.isSaving;
  return (
    <EditorPanes
      head={
        <>
          <h1 className="min-w-0 flex-1 basis-28 truncate font-semibold">
            {t("edit.title", { name: skill.name })}
          </h1>
          <span className="text-xs text-ink-3 max-sm:hidden" role="status">
            {t(edit.isChanged ? "unsaved" : "saved")}
          </span>
          {edit.isChanged ? (
            <Button look="quiet" onClick={() => setDiscarding(true)}>
              {t("discard")}
            </Button>
          ) : (
            <Link className={linkButton("quiet")} to={to(addressOfSkill(skill.id))}>
              {t("cancel")}
            </Link>
          )}
          <Button disabled={!canSave} look="primary" onClick={edit.save}>
            {t("save")}
          </Button>
        </>
      }
      notices={
        <>
          {edit.isStale ? (
            <StaleNotice
              mine={edit.text}
              onKeepMine={edit.keepMine}
              onTakeTheirs={edit.discard}
              path={skill.file}
              theirs={skill.text}
            />
          ) : null}
          {edit.error ? <Failed message={t("failed", { message: wordError(edit.error) })} /> : null}
          {edit.isKept ? null : <Failed message={t("tooLong")} />}
          <ConfirmDialog
            cancel={t("cancel")}
            confirm={t("discard")}
            isOpen={isDiscarding}
            onClose={() => setDiscarding(false)}
            onConfirm={edit.discard}
            question={t("discard.sure")}
          />
        </>
      }
      preview={(showText) => (
        <div className="space-y-8 p-4 sm:p-6">
          <DraftReport
            error={error}
            isChecking={isChecking}
            onLine={(line) => {
              showText();
              if (field.current) selectLine(field.current, line);
            }}
            report={report}
          />
          <div className="border-t border-line pt-6">
            <Markdown text={body} />
          </div>
        </div>
      )}
      text={
        <textarea
          aria-label="SKILL.md"
          className="block h-full min-h-72 w-full resize-none bg-transparent p-4 font-mono text-sm leading-relaxed outline-none sm:p-6"
          onChange={(event) => edit.change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            if (canSave) edit.save();
          }}
          // What were typed now would be neither in what is saved nor in a draft.
          readOnly={edit.isSaving}
          ref={field}
          spellCheck={false}
          value={edit.text}
        />
      }
    />
  );
}

/** Changes the text of a skill, with what is to be said about it beside it. */
export default function EditScreen(): ReactNode {
  const t = useWords(skillEditTexts);
  const wordError = useWordError();
  const { to } = usePlace();
  const id = useSkillId();
  const { data, error, refetch } = useSkill(id);
  if (data?.editable) return <Editor key={id} skill={data} />;
  return (
    <div className="mx-auto max-w-reading p-4">
      {!data && !error ? <LoadingLines /> : null}
      {data ? <p className="mb-4 text-ink-2">{t("readOnly")}</p> : null}
      {error && !data ? <Failed message={wordError(error)} onRetry={() => void refetch()} /> : null}
      {data || error ? (
        <Link className={linkButton("plain")} to={to(data ? addressOfSkill(id) : "/skills")}>
          {t("cancel")}
        </Link>
      ) : null}
    </div>
  );
}
