import { sessionsApi } from "@skillmint/core/protocol/api";
import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";
import { useServices } from "../app/services.tsx";
import type { SessionState } from "../session/session-store.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { AttachmentList } from "./attachment-list.tsx";
import { ComposerBar } from "./composer-bar.tsx";
import { ComposerNotes } from "./composer-notes.tsx";
import { composerTexts } from "./composer-texts.ts";
import type { Draft, DraftSettings } from "./draft.ts";
import { ModeChooser } from "./mode-chooser.tsx";
import { ModelChooser } from "./model-chooser.tsx";
import { PromptField } from "./prompt-field.tsx";
import { SkillChips } from "./skill-chips.tsx";
import { SkillChooser } from "./skill-chooser.tsx";
import { useArrival } from "./use-arrival.ts";
import { useDraft } from "./use-draft.ts";
import { useDrop } from "./use-drop.ts";

export interface ComposerHandle {
  /** Puts a text into the field, behind what is there. */
  insert(text: string): void;
}

interface ComposerProps {
  draftKey: string;
  /** Rejects where the server did not take it: everything stays then. */
  onSend(draft: Draft): Promise<void>;
  /** The conversation it belongs to; without one it begins a new one. */
  session?: SessionState;
  /** What a new conversation would have; `folder` is also where files and skills are looked for. */
  folder?: string | undefined;
  model?: string | undefined;
  mode?: DraftSettings["mode"];
  /** Further choosers, before the others. */
  lead?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

function standingOf(session: SessionState | undefined): "idle" | "working" | "waiting" {
  if (session?.view?.run) return "working";
  return session?.view && session.view.openAsks.length > 0 ? "waiting" : "idle";
}

/** Where a person writes. What is not sent yet stays, whatever happens to the page. */
export function Composer({ draftKey, onSend, session, lead, ref, ...start }: ComposerProps): ReactNode {
  const t = useWords(composerTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const notesId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [stopProblem, setStopProblem] = useState<string>();
  const draft = useDraft(draftKey, onSend);
  const { text, settings, attachments, isSending, isEmpty } = draft;
  const drop = useDrop((files) => void attachments.add(files));
  const standing = standingOf(session);
  const now = session?.view?.settings;
  const folder = session ? session.view?.folder : start.folder;
  const skills = settings.skills ?? [];
  useArrival(field, session === undefined);

  useImperativeHandle(ref, () => ({
    insert(more) {
      draft.write(text.trim() === "" ? more : `${text.trimEnd()}\n${more}`);
      field.current?.focus();
    },
  }));

  const setSkills = (names: string[]): void => {
    const { skills: _before, ...rest } = settings;
    draft.set(names.length === 0 ? rest : { ...rest, skills: names });
  };
  const addSkill = (name: string): void => setSkills([...skills.filter((other) => other !== name), name]);
  const stop = (): void => {
    if (!session) return;
    setStopProblem(undefined);
    client
      .call(sessionsApi.stopSession, { params: { id: session.id } })
      .catch((error: Error) => setStopProblem(wordError(error)));
  };

  return (
    <form
      aria-busy={isSending}
      className={`relative rounded-lg border bg-raised focus-within:border-accent ${drop.isOver ? "border-accent" : "border-line-strong"}`}
      onSubmit={(event) => {
        event.preventDefault();
        void draft.send();
      }}
      {...drop.handlers}
    >
      <SkillChips names={skills} onRemove={(name) => setSkills(skills.filter((other) => other !== name))} />
      <AttachmentList isFixed={isSending} items={attachments.items} onRemove={attachments.remove} />
      <PromptField
        describedBy={notesId}
        field={field}
        folder={folder}
        isFixed={isSending}
        onFiles={(files) => void attachments.add(files)}
        onSend={() => void draft.send()}
        onSkill={session ? undefined : addSkill}
        onText={draft.write}
        placeholder={standing === "working" ? t("placeholder.working") : t("placeholder")}
        text={text}
      />
      <ComposerNotes draft={draft} id={notesId} standing={standing} stopProblem={stopProblem} />
      <ComposerBar
        canStop={standing === "working"}
        isEmpty={isEmpty}
        isSending={isSending}
        onFiles={(files) => void attachments.add(files)}
        onStop={stop}
      >
        {lead}
        <ModeChooser
          isDisabled={isSending}
          mode={settings.mode ?? now?.mode ?? start.mode}
          onChoose={(mode) => draft.set({ ...settings, mode })}
        />
        <ModelChooser
          chosen={settings.model}
          current={now?.model ?? start.model}
          isDisabled={isSending}
          onChoose={(model) => draft.set({ ...settings, model })}
        />
        <SkillChooser
          folder={folder}
          isDisabled={isSending}
          onPick={(name) => {
            if (session) draft.write(`/${name} ${text}`);
            else addSkill(name);
            field.current?.focus();
          }}
        />
      </ComposerBar>
      {drop.isOver ? (
        <div className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-lg bg-accent-soft text-sm font-medium text-accent-strong">
          {t("drop")}
        </div>
      ) : null}
    </form>
  );
}
