import type { SessionRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";

type State = SessionRow["state"];

const tones: Readonly<Record<State, string>> = {
  working: "bg-accent animate-pulse",
  waiting: "bg-warn",
  interrupted: "border border-warn",
  error: "bg-bad",
  loop: "border border-bad",
  limit: "border border-warn",
  cancelled: "border border-line-strong",
  done: "bg-line-strong",
};

/** The colour of a state's word, where it is written out. */
export const stateTones: Readonly<Record<State, string>> = {
  working: "text-accent",
  waiting: "text-warn",
  interrupted: "text-warn",
  error: "text-bad",
  loop: "text-bad",
  limit: "text-warn",
  cancelled: "",
  done: "",
};

/** How a session stands: a dot for the eye, words for everybody else. */
export function StateMark({ state, withText = false }: { state: State; withText?: boolean }): ReactNode {
  const t = useWords(frameTexts);
  const text = t(`state.${state}`);
  return (
    <span className="inline-flex items-center gap-2" title={text}>
      <span aria-hidden className={`inline-block size-2 shrink-0 rounded-full ${tones[state]}`} />
      <span className={withText ? "text-xs text-ink-3" : "sr-only"}>{text}</span>
    </span>
  );
}
