import { createId, type PromptId } from "@skillmint/core/protocol";
import { useEffect, useRef, useState } from "react";
import { toBase64 } from "./attachment.ts";
import { dropDraft, keepDraft, readDraft, type Draft, type DraftSettings, type KeptDraft } from "./draft.ts";
import { rememberPrompt } from "./prompt-history.ts";
import { tellSent, watchSent } from "./sent-channel.ts";
import { useAttachments, type Attachments } from "./use-attachments.ts";

export interface OpenDraft {
  text: string;
  settings: DraftSettings;
  attachments: Attachments;
  isEmpty: boolean;
  isSending: boolean;
  /** False where this browser keeps nothing over a reload. */
  isKept: boolean;
  problem: Error | undefined;
  write(text: string): void;
  set(settings: DraftSettings): void;
  send(): Promise<void>;
}

const nothing: KeptDraft = { text: "", settings: {} };

/**
 * What is being written in one place. It leaves here only when the server took it, and stays over everything else: a
 * lost connection, an error, a reload, another tab.
 */
export function useDraft(draftKey: string, onSend: (draft: Draft) => Promise<void>): OpenDraft {
  const [draft, setDraft] = useState(() => readDraft(draftKey));
  const { text, settings } = draft;
  const [isKept, setKept] = useState(true);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const attachments = useAttachments(draftKey);
  const isBusy = useRef(false);
  const promptId = useRef<PromptId>(undefined);
  /** Ahead of what is shown, for two changes in one event. */
  const latest = useRef(draft);

  const show = (next: KeptDraft): void => {
    latest.current = next;
    setDraft(next);
  };
  const change = (part: Partial<KeptDraft>): void => {
    const next = { ...latest.current, ...part };
    promptId.current = undefined;
    show(next);
    setKept(keepDraft(draftKey, next.text, next.settings));
  };

  useEffect(
    () =>
      watchSent(draftKey, (sent) => {
        if (latest.current.text === sent && !isBusy.current) show(nothing);
      }),
    [draftKey],
  );

  const isEmpty = text.trim() === "" && attachments.items.length === 0;

  async function send(): Promise<void> {
    if (isEmpty || isBusy.current) return;
    isBusy.current = true;
    setSending(true);
    setProblem(undefined);
    const sent = attachments.items;
    try {
      const files = await Promise.all(
        sent.map(async ({ name, blob }) => ({ name, data: await toBase64(blob) })),
      );
      promptId.current ??= createId("prm");
      await onSend({ text, attachments: files, settings, promptId: promptId.current });
      rememberPrompt(text);
      dropDraft(draftKey, text);
      tellSent(draftKey, text);
      attachments.drop(sent);
      promptId.current = undefined;
      show(nothing);
    } catch (error) {
      setProblem(error as Error);
    } finally {
      isBusy.current = false;
      setSending(false);
    }
  }

  return {
    text,
    settings,
    attachments: {
      ...attachments,
      add: async (files) => {
        promptId.current = undefined;
        await attachments.add(files);
      },
      remove: (id) => {
        promptId.current = undefined;
        attachments.remove(id);
      },
    },
    isEmpty,
    isSending,
    isKept,
    problem,
    write: (next) => change({ text: next }),
    set: (next) => change({ settings: next }),
    send,
  };
}
