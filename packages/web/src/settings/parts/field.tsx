import { useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes } from "react";

export const inputLook =
  "min-h-8.5 w-full min-w-0 rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-sm placeholder:text-ink-3 disabled:opacity-60 pointer-coarse:py-2 pointer-coarse:text-base";

interface FrameProps {
  label: string;
  hint?: string | undefined;
}

function Frame({
  label,
  hint,
  id,
  children,
  className = "",
}: FrameProps & { id: string; children: ReactNode; className?: string | undefined }): ReactNode {
  return (
    <div className={`min-w-0 ${className}`}>
      <label className="mb-1 block text-xs font-medium text-ink-2" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p className="mt-1 text-xs text-ink-3" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FrameProps & InputHTMLAttributes<HTMLInputElement>;

/** A line of text under its label. */
export function TextField({ label, hint, className, ...props }: TextFieldProps): ReactNode {
  const id = useId();
  return (
    <Frame className={className} hint={hint} id={id} label={label}>
      <input
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        type="text"
        {...props}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={inputLook}
        id={id}
      />
    </Frame>
  );
}

type SelectFieldProps = FrameProps &
  SelectHTMLAttributes<HTMLSelectElement> & { options: readonly (readonly [value: string, text: string])[] };

/** One of several, under its label. */
export function SelectField({ label, hint, className, options, ...props }: SelectFieldProps): ReactNode {
  const id = useId();
  return (
    <Frame className={className} hint={hint} id={id} label={label}>
      <select
        {...props}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={`${inputLook} cursor-pointer text-ellipsis`}
        id={id}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}
