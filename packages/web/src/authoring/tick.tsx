import type { ReactNode } from "react";

interface TickProps {
  text: string;
  isOn: boolean;
  isLocked: boolean;
  onChange(isOn: boolean): void;
}

/** One thing that is wanted or not. */
export function Tick({ text, isOn, isLocked, onChange }: TickProps): ReactNode {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        checked={isOn}
        className="size-4 accent-accent"
        disabled={isLocked}
        onChange={({ target }) => onChange(target.checked)}
        type="checkbox"
      />
      {text}
    </label>
  );
}
