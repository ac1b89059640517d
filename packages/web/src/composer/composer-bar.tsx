import { ArrowUp, Loader, Paperclip, Square } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { composerTexts } from "./composer-texts.ts";

interface BarProps {
  children: ReactNode;
  isSending: boolean;
  isEmpty: boolean;
  /** Something runs that can be stopped. */
  canStop: boolean;
  onFiles(files: File[]): void;
  onStop(): void;
}

const round = "flex size-9 shrink-0 items-center justify-center rounded-full disabled:opacity-40 sm:size-8";

function MainButton({
  isSending,
  isEmpty,
  canStop,
  onStop,
}: Omit<BarProps, "children" | "onFiles">): ReactNode {
  const t = useWords(composerTexts);
  if (canStop && isEmpty && !isSending)
    return (
      <button
        aria-label={t("stop")}
        className={`${round} border border-line-strong text-ink hover:bg-panel`}
        onClick={onStop}
        title={t("stop")}
        type="button"
      >
        <Square aria-hidden className="fill-current" size={13} />
      </button>
    );
  const label = isSending ? t("sending") : t("send");
  return (
    <button
      aria-label={label}
      className={`${round} bg-accent text-on-accent enabled:hover:bg-accent-strong`}
      disabled={isSending || isEmpty}
      title={`${label} (${t("hint.keys")})`}
      type="submit"
    >
      {isSending ? (
        <Loader aria-hidden className="animate-spin" size={17} />
      ) : (
        <ArrowUp aria-hidden size={18} />
      )}
    </button>
  );
}

/** What goes along with the words, and the one button that matters now. */
export function ComposerBar({ children, onFiles, ...main }: BarProps): ReactNode {
  const t = useWords(composerTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex items-end gap-1 px-2 pb-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-0.5">
        <input
          aria-hidden
          className="hidden"
          multiple
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            target.value = "";
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <button
          aria-label={t("attach")}
          className="flex size-8 items-center justify-center rounded-md text-ink-2 hover:bg-panel hover:text-ink disabled:opacity-50"
          disabled={main.isSending}
          onClick={() => input.current?.click()}
          title={t("attach")}
          type="button"
        >
          <Paperclip aria-hidden size={16} />
        </button>
        {children}
      </div>
      <MainButton {...main} />
    </div>
  );
}
