import { useRef, useState, type ReactNode } from "react";

interface TitleProps {
  title: string;
  label: string;
  onChange(title: string): void;
}

/** A title that is changed where it stands: Enter keeps it, Escape does not. */
export function EditableTitle({ title, label, onChange }: TitleProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  /** Keys that end the editing leave the focus where it began. */
  const isByKey = useRef(false);
  if (typed === undefined)
    return (
      <h1 className="min-w-0 flex-1 truncate text-sm font-semibold">
        <button
          className="max-w-full truncate rounded-sm"
          onClick={() => setTyped(title)}
          ref={(button) => {
            if (isByKey.current) button?.focus();
            isByKey.current = false;
          }}
          title={`${title}\n${label}`}
          type="button"
        >
          {title}
        </button>
      </h1>
    );
  const keep = (): void => {
    const next = typed.trim();
    setTyped(undefined);
    if (next !== "" && next !== title) onChange(next);
  };
  return (
    <input
      aria-label={label}
      autoFocus
      className="min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-2 py-1 text-sm"
      onBlur={keep}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key !== "Enter" && event.key !== "Escape") return;
        isByKey.current = true;
        if (event.key === "Enter") keep();
        else setTyped(undefined);
      }}
      value={typed}
    />
  );
}
