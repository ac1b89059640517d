import { Sparkles, X } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { composerTexts } from "./composer-texts.ts";

/** The skills that a new session begins with. */
export function SkillChips({
  names,
  onRemove,
}: {
  names: readonly string[];
  onRemove(name: string): void;
}): ReactNode {
  const t = useWords(composerTexts);
  if (names.length === 0) return null;
  return (
    <ul aria-label={t("skills.chosen")} className="flex flex-wrap gap-2 px-3 pt-3">
      {names.map((name) => (
        <li
          className="flex max-w-full items-center gap-1.5 rounded-md bg-accent-soft pl-2 text-sm text-accent-strong"
          key={name}
        >
          <Sparkles aria-hidden className="shrink-0" size={14} />
          <span className="truncate">{name}</span>
          <button
            aria-label={t("remove", { name })}
            className="flex size-7 shrink-0 items-center justify-center rounded-md hover:text-ink"
            onClick={() => onRemove(name)}
            type="button"
          >
            <X aria-hidden size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
