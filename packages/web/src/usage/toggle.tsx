import { useId, type ReactNode } from "react";

interface ToggleProps<T extends string | number> {
  label: string;
  options: readonly (readonly [value: T, text: string])[];
  value: T;
  onChoose(value: T): void;
}

/** One of a few short words, side by side. */
export function Toggle<T extends string | number>({
  label,
  options,
  value,
  onChoose,
}: ToggleProps<T>): ReactNode {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-md bg-panel p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, text]) => (
        <label
          className="cursor-pointer rounded-[5px] px-2.5 py-1 text-sm text-ink-2 hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:py-1.5"
          key={option}
        >
          <input
            checked={option === value}
            className="sr-only"
            name={name}
            onChange={() => onChoose(option)}
            type="radio"
            value={option}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
