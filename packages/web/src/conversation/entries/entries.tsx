import type { Entry, SessionView } from "@skillmint/core/protocol";
import type { ReactNode } from "react";
import type { SessionState } from "../../session/session-store.ts";
import { MessageEntry } from "./message-entry.tsx";
import { PromptEntry } from "./prompt-entry.tsx";
import { EndEntry, FailureEntry, NoteEntry, SkillEntry } from "./small-entries.tsx";
import { WritingEntry } from "./writing-entry.tsx";

interface EntryProps {
  entry: Entry;
  /** What stands above it. */
  before: Entry | undefined;
  view: SessionView;
  state: SessionState;
  isNested: boolean;
}

export function EntryView({ entry, before, view, state, isNested }: EntryProps): ReactNode {
  switch (entry.kind) {
    case "prompt":
      return <PromptEntry entry={entry} isNested={isNested} />;
    case "message":
      return (
        <MessageEntry
          asks={[...view.openAsks]}
          calls={entry.calls.map((id) => view.calls[id])}
          entry={entry}
          progress={new Map(state.progress)}
        />
      );
    case "failure":
      return <FailureEntry entry={entry} />;
    case "note":
      return <NoteEntry entry={entry} />;
    case "skill":
      return <SkillEntry entry={entry} />;
    default:
      return <EndEntry before={before} entry={entry} />;
  }
}

/** All of a short conversation at once: a sub-agent's. */
export function Entries({ state, isNested }: { state: SessionState; isNested: boolean }): ReactNode {
  const { view, writing } = state;
  if (!view) return null;
  return (
    <>
      {view.entries.slice(isNested ? 1 : 0).map((entry, index, all) => (
        <EntryView
          before={all[index - 1]}
          entry={entry}
          isNested={isNested}
          key={entry.seq}
          state={state}
          view={view}
        />
      ))}
      {writing ? <WritingEntry writing={writing} /> : null}
    </>
  );
}
