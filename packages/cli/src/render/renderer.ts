import type { SessionEvent } from "@skillmint/core/protocol";

/** Shows a run while it works. `end` is called once, after the last event. */
export interface Renderer {
  event(event: SessionEvent): void;
  /** Something the command itself has to say, for a person. */
  say(text: string): void;
  end(): void;
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}
