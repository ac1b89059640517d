import type { ReactNode } from "react";

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: NoInfer<Value>; text: string }[];
  onChange(value: NoInfer<Value>): void;
  className?: string;
}

/** One of a few, all in sight. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const { label, value, options, onChange, className = "" } = props;
  return (
    <div
      aria-label={label}
      className={`inline-flex gap-0.5 rounded-md bg-panel p-0.5 ${className}`}
      role="group"
    >
      {options.map((option) => (
        <button
          aria-pressed={option.value === value}
          className="rounded-sm px-2.5 py-1 text-xs text-ink-3 tabular-nums hover:text-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink"
          key={option.value}
          onClick={() => onChange(option.value)}
          type="button"
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
