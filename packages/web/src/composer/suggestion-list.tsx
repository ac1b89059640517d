import { useEffect, useRef, type ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { composerTexts } from "./composer-texts.ts";
import type { Suggestion, Suggestions } from "./use-suggestions.ts";

interface ListProps {
  id: string;
  /** Where there is room: over the field at the end of a conversation, else under it. */
  side: "above" | "below";
  suggestions: Suggestions;
  onTake(suggestion: Suggestion): void;
}

function FilePath({ path }: { path: string }): ReactNode {
  const cut = path.lastIndexOf("/") + 1;
  return (
    <span className="min-w-0 truncate font-mono text-sm">
      <span className="text-ink-2">{path.slice(0, cut)}</span>
      {path.slice(cut)}
    </span>
  );
}

const popup = "absolute inset-x-0 z-20 rounded-lg border border-line bg-raised shadow-lg";
const sides = { above: "bottom-full mb-1.5", below: "top-full mt-1.5" } as const;

/** What fits to what is being written. The keys stay with the field, which names the chosen one. */
export function SuggestionList({ id, side, suggestions, onTake }: ListProps): ReactNode {
  const t = useWords(composerTexts);
  const { trigger, items, index, isLoading, point } = suggestions;
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not returned: in some browsers it is a promise, which is nothing to clean up.
    chosen.current?.scrollIntoView({ block: "nearest" });
  }, [index, items.length]);
  if (!trigger || isLoading) return null;
  const isSkill = trigger.kind === "skill";
  if (items.length === 0)
    return (
      <p className={`${popup} ${sides[side]} px-4 py-2 text-sm text-ink-3`} role="status">
        {isSkill ? t("skills.none") : t("files.none", { query: trigger.query })}
      </p>
    );
  return (
    <div
      aria-label={isSkill ? t("skills") : t("files")}
      className={`${popup} ${sides[side]} max-h-64 overflow-y-auto overscroll-contain p-1`}
      id={id}
      role="listbox"
    >
      {items.map((item, at) => (
        <div
          aria-selected={at === index}
          className={`flex cursor-pointer items-baseline gap-3 rounded-md px-3 py-1.5 ${at === index ? "bg-accent-soft" : ""}`}
          id={`${id}-${at}`}
          key={item.value}
          onClick={() => onTake(item)}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => (at === index ? undefined : point(at))}
          ref={at === index ? chosen : null}
          role="option"
        >
          {isSkill ? (
            <span className="shrink-0 text-sm font-medium">/{item.value}</span>
          ) : (
            <FilePath path={item.value} />
          )}
          {item.detail === undefined ? null : (
            <span className={`min-w-0 truncate text-sm ${at === index ? "text-ink-2" : "text-ink-3"}`}>
              {item.detail}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
