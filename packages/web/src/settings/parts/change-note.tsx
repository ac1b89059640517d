import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useWordError } from "../../text/use-word-error.ts";
import { useWords } from "../../text/use-words.tsx";
import { settingsTexts } from "../settings-texts.ts";

interface Shown {
  status: "idle" | "pending" | "success" | "error";
  error: Error | null;
}

interface ChangeNoteProps {
  change: Shown;
  /** What to say instead of "Kept". */
  kept?: string | undefined;
  /** What to say instead of "Saving…". */
  pending?: string;
  /** Words why not, instead of "Not kept: …". */
  failed?: (message: string) => string;
}

/** Says that a change was kept, or why not. Stays in place, so that screen readers hear it. */
export function ChangeNote({ change, kept, pending, failed }: ChangeNoteProps): ReactNode {
  const t = useWords(settingsTexts);
  const explain = useWordError();
  const { status, error } = change;
  const wordFailure = failed ?? ((message: string) => t("failed", { message }));
  return (
    <span className="min-w-0 text-sm" role="status">
      {status === "pending" ? <span className="text-ink-3">{pending ?? t("saving")}</span> : null}
      {status === "success" ? (
        <span className="inline-flex items-baseline gap-1.5 break-words text-accent-strong">
          <Check aria-hidden className="shrink-0 translate-y-0.5" size={14} />
          <span className="min-w-0 break-words">{kept ?? t("kept")}</span>
        </span>
      ) : null}
      {status === "error" && error ? (
        <span className="inline-flex items-baseline gap-1.5 text-bad">
          <TriangleAlert aria-hidden className="shrink-0 translate-y-0.5" size={14} />
          <span className="min-w-0 break-words">{wordFailure(explain(error))}</span>
        </span>
      ) : null}
    </span>
  );
}
