import { useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useWords } from "../text/use-words.tsx";
import { isSendKey } from "./compose-keys.ts";
import { composerTexts } from "./composer-texts.ts";
import { quotePath, replaceTrigger, type Trigger } from "./find-trigger.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useHistory } from "./use-history.ts";
import { useSuggestions, type Suggestion } from "./use-suggestions.ts";

interface FieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  placeholder: string;
  isFixed: boolean;
  describedBy: string;
  /** Where files are looked for. */
  folder: string | undefined;
  onText(text: string): void;
  onFiles(files: File[]): void;
  onSend(): void;
  /** Takes a skill out of the text; without it the skill stays there as `/name`. */
  onSkill?: ((name: string) => void) | undefined;
}

/** Texts win over pictures of them: a copied table is both. */
function pastedFiles({ files, types }: DataTransfer, nameOf: (type: string) => string): File[] {
  if (types.includes("text/plain")) return [];
  return [...files].map((file) => {
    const type = /^image\/(\w+)/.exec(file.type)?.[1];
    return type === undefined || !file.name.startsWith("image.")
      ? file
      : new File([file], nameOf(type), { type: file.type });
  });
}

/** Where the words go. It grows with them. */
export function PromptField(props: FieldProps): ReactNode {
  const { field, text, placeholder, isFixed, describedBy, folder, onText, onFiles, onSend, onSkill } = props;
  const t = useWords(composerTexts);
  const listId = useId();
  const history = useHistory();
  const [caret, setCaret] = useState(text.length);
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = undefined;
  });

  const put = (next: string, at: number): void => {
    wanted.current = at;
    setCaret(at);
    onText(next);
  };
  const take = (trigger: Trigger, { value }: Suggestion): void => {
    const isSkill = trigger.kind === "skill";
    const inserted = isSkill ? (onSkill ? "" : `/${value}`) : quotePath(value);
    const next = replaceTrigger(text, caret, trigger, inserted);
    put(next.text, next.caret);
    if (isSkill) onSkill?.(value);
  };
  const suggestions = useSuggestions({ text, caret, folder, onTake: take });
  const { isOpen, items, index, trigger } = suggestions;
  const isListed = isOpen && items.length > 0;

  return (
    <>
      {isOpen ? (
        <SuggestionList
          id={listId}
          side={onSkill ? "below" : "above"}
          onTake={(item) => (trigger ? take(trigger, item) : undefined)}
          suggestions={suggestions}
        />
      ) : null}
      <textarea
        aria-activedescendant={isListed ? `${listId}-${index}` : undefined}
        aria-autocomplete="list"
        aria-controls={isListed ? listId : undefined}
        aria-describedby={describedBy}
        aria-haspopup="listbox"
        aria-label={t("prompt")}
        className="block field-sizing-content max-h-[min(20rem,40dvh)] min-h-12 w-full resize-none rounded-t-lg bg-transparent px-4 py-3 outline-none placeholder:text-ink-3"
        enterKeyHint="send"
        onChange={({ target }) => {
          setCaret(target.selectionStart);
          onText(target.value);
        }}
        onKeyDown={(event) => {
          if (isFixed) return;
          if (suggestions.handleKey(event)) {
            event.preventDefault();
            event.stopPropagation();
            return;
          }
          if (isSendKey(event)) {
            event.preventDefault();
            onSend();
            return;
          }
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          const older = history.move(event.key, text);
          if (older === undefined) return;
          event.preventDefault();
          put(older, older.length);
        }}
        onPaste={(event) => {
          const files = pastedFiles(event.clipboardData, (type) => t("file.pasted", { type }));
          if (files.length === 0) return;
          event.preventDefault();
          onFiles(files);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        placeholder={placeholder}
        readOnly={isFixed}
        ref={field}
        value={text}
      />
    </>
  );
}
