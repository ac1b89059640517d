import type { ButtonHTMLAttributes, ReactNode } from "react";

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "border border-line-strong bg-raised hover:bg-panel",
  quiet: "text-ink-2 hover:bg-panel hover:text-ink",
  danger: "border border-bad text-bad hover:bg-bad-soft",
} as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks;
}

export function Button({ look = "plain", className = "", ...props }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...props}
      className={`inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md px-3 py-1 text-sm font-medium disabled:opacity-50 ${looks[look]} ${className}`}
    />
  );
}
