import { useId, type ReactNode } from "react";

interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: NoInfer<Value>; title: string; text: string }[];
  onChange(value: NoInfer<Value>): void;
  /** Below the chosen one: what has to be filled in for it. */
  children?: ReactNode;
}

/** One of a few, each with a sentence; what belongs to the chosen one stands right below it. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>): ReactNode {
  const { label, value, options, onChange, children } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <label className="-mx-2 flex cursor-pointer gap-3 rounded-md px-2 py-1.5 hover:bg-panel has-focus-visible:outline-2 has-focus-visible:outline-accent">
            <input
              aria-describedby={`${name}-${option.value}`}
              aria-label={option.title}
              checked={option.value === value}
              className="mt-1 size-4 shrink-0 accent-accent outline-none"
              name={name}
              onChange={() => onChange(option.value)}
              type="radio"
              value={option.value}
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{option.title}</span>
              <span className="block text-xs text-ink-3" id={`${name}-${option.value}`}>
                {option.text}
              </span>
            </span>
          </label>
          {option.value === value && children ? (
            <div className="mt-1 mb-3 ml-7 space-y-3">{children}</div>
          ) : null}
        </div>
      ))}
    </fieldset>
  );
}
