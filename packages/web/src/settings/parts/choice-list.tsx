import { useId, useState, type ReactNode } from "react";

export interface Choice<T extends string> {
  value: T;
  title: string;
  text?: string | undefined;
  /** Beside the title: a technical name, a badge. */
  aside?: string | undefined;
}

interface ChoiceListProps<T extends string> {
  label: string;
  choices: readonly Choice<T>[];
  value: T | undefined;
  /** What is chosen is shown at once; should it come to nothing, `value` is shown again. */
  onChoose(value: T): Promise<unknown> | undefined;
}

/** One of a few, each with a sentence about it. Arrow keys move as in every group of radio buttons. */
export function ChoiceList<T extends string>({
  label,
  choices,
  value,
  onChoose,
}: ChoiceListProps<T>): ReactNode {
  const name = useId();
  const [wanted, setWanted] = useState<T>();
  const shown = wanted ?? value;
  const choose = (next: T): void => {
    const work = onChoose(next);
    if (!work) return;
    setWanted(next);
    const settle = (): void => setWanted((now) => (now === next ? undefined : now));
    void work.then(settle, settle);
  };
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          className="-mx-3 flex cursor-pointer gap-3 rounded-md px-3 py-2 hover:bg-panel has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          key={choice.value}
        >
          <input
            aria-describedby={choice.text === undefined ? undefined : `${name}-${choice.value}`}
            aria-label={choice.title}
            checked={choice.value === shown}
            className="mt-1 size-4 shrink-0 accent-accent outline-none"
            name={name}
            onChange={() => choose(choice.value)}
            type="radio"
            value={choice.value}
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{choice.title}</span>
              {choice.aside === undefined ? null : (
                <span className="font-mono text-xs text-ink-2">{choice.aside}</span>
              )}
            </span>
            {choice.text === undefined ? null : (
              <span className="block text-sm text-ink-2" id={`${name}-${choice.value}`}>
                {choice.text}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
