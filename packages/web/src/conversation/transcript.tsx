import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { SessionState } from "../session/session-store.ts";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";
import { conversationTexts } from "./conversation-texts.ts";
import { EntryView } from "./entries/entries.tsx";
import { useJump } from "./use-jump.ts";
import { WritingEntry } from "./entries/writing-entry.tsx";

/** So near to the end counts as at the end: what is new stays in sight. */
const nearPx = 80;

/** The place of a conversation that is on its way. */
function Loading(): ReactNode {
  const t = useWords(frameTexts);
  return (
    <div aria-busy className="space-y-3 pt-2" role="status">
      <span className="sr-only">{t("loading")}</span>
      <div className="h-11 animate-pulse rounded-lg bg-panel" />
      <div className="h-4 w-5/6 animate-pulse rounded-sm bg-panel" />
      <div className="h-4 w-2/3 animate-pulse rounded-sm bg-panel" />
    </div>
  );
}

interface TranscriptProps {
  state: SessionState;
  /** How often somebody wanted to see what is being asked. */
  jumps: number;
  /** How often somebody sent a prompt from here: each one is to be seen. */
  sends: number;
}

/** What was said and done. Only what is in sight is in the page, so that a long one is as quick as a short one. */
export function Transcript({ state, jumps, sends }: TranscriptProps): ReactNode {
  const t = useWords(conversationTexts);
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const { view, writing, version } = state;
  const entries = view?.entries ?? [];
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 90,
    overscan: 8,
    getItemKey: (index) => entries[index]?.seq ?? index,
  });
  const toEnd = (): void => {
    const { current } = scroller;
    if (current) current.scrollTop = current.scrollHeight;
  };
  const height = virtual.getTotalSize();
  useEffect(() => {
    if (isAtEnd) toEnd();
  }, [isAtEnd, version, height]);
  useEffect(() => {
    if (sends > 0) setAtEnd(true);
  }, [sends]);
  useJump(jumps, scroller, () => {
    const open = new Set(view?.openCalls);
    const index = entries.findLastIndex(
      (entry) => entry.kind === "message" && entry.calls.some((id) => open.has(id)),
    );
    if (index >= 0) virtual.scrollToIndex(index, { align: "end" });
  });
  const items = virtual.getVirtualItems();
  return (
    <div className="relative min-h-0 flex-1">
      <div
        aria-label={t("transcript")}
        className="relative h-full overflow-y-auto -outline-offset-2 [overflow-anchor:none] sm:[scrollbar-gutter:stable_both-edges]"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < nearPx)
        }
        ref={scroller}
        role="log"
        tabIndex={0}
      >
        <div className="mx-auto w-full max-w-reading px-4 py-6">
          {view ? null : <Loading />}
          {view && entries.length === 0 && !writing ? <p className="text-ink-3">{t("empty")}</p> : null}
          <div className="relative w-full" style={{ height }}>
            <div
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
            >
              {items.map(({ index, key }) => {
                const entry = entries[index];
                return entry && view ? (
                  <div data-index={index} key={key} ref={virtual.measureElement} className="flow-root">
                    <EntryView
                      before={entries[index - 1]}
                      entry={entry}
                      isNested={false}
                      state={state}
                      view={view}
                    />
                  </div>
                ) : null;
              })}
            </div>
          </div>
          {writing ? <WritingEntry writing={writing} /> : null}
        </div>
      </div>
      {isAtEnd ? null : (
        <button
          aria-label={t("toEnd")}
          className="absolute bottom-3 left-1/2 flex size-9 -translate-x-1/2 items-center justify-center rounded-full border border-line-strong bg-raised text-ink-2 shadow-sm hover:text-ink"
          onClick={toEnd}
          title={t("toEnd")}
          type="button"
        >
          <ArrowDown aria-hidden size={17} />
        </button>
      )}
    </div>
  );
}
