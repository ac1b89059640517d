import { useEffect, useState, type ReactNode } from "react";
import { formatDuration } from "../design/format.ts";

/** How long something has been going on. */
export function Elapsed({ since }: { since: number }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - since) / 1_000);
  return (
    <span aria-hidden className="text-xs text-ink-3 tabular-nums">
      {seconds < 1 ? "" : formatDuration(seconds * 1_000)}
    </span>
  );
}
