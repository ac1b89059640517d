import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";

interface ProgressProps {
  text: string;
  stop?: { text: string; onStop(): void } | undefined;
}

/** What is being done, and the way to have it stopped. */
export function ProgressLine({ text, stop }: ProgressProps): ReactNode {
  return (
    <div className="flex items-center gap-3 rounded-md bg-panel px-4 py-2.5">
      <LoaderCircle
        aria-hidden
        className="shrink-0 animate-spin text-accent motion-reduce:animate-none"
        size={16}
      />
      <p className="min-w-0 flex-1 text-sm break-words" role="status">
        {text}
      </p>
      {stop ? <Button onClick={stop.onStop}>{stop.text}</Button> : null}
    </div>
  );
}
