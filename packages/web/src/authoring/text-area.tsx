import { useId, type ReactNode, type TextareaHTMLAttributes } from "react";

interface AreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string;
}

/** A longer text under its label; it grows with what is typed. */
export function TextArea({ label, hint, className = "", ...props }: AreaProps): ReactNode {
  const id = useId();
  return (
    <div className="min-w-0">
      <label className="mb-1 block text-xs font-medium text-ink-2" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...props}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={`block field-sizing-content max-h-80 min-h-16 w-full resize-none rounded-lg border border-line-strong bg-raised px-3.5 py-2.5 outline-none placeholder:text-ink-3 focus:border-accent disabled:opacity-60 ${className}`}
        id={id}
      />
      {hint === undefined ? null : (
        <p className="mt-1 text-xs text-ink-3" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
