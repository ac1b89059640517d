import type { Output } from "./renderer.ts";
import { oneLine } from "./sanitize.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** The one line at the bottom that tells what is going on now. Only drawn on a terminal. */
export interface StatusLine {
  set(text: string): void;
  /** Takes the line away, writes, and draws it again. */
  around(write: () => void): void;
  stop(): void;
}

export function createStatusLine(output: Output, now: () => number = Date.now): StatusLine {
  if (!output.isTTY) return { set: () => {}, around: (write) => write(), stop: () => {} };
  let text = "";
  let since = now();
  let frame = 0;
  let drawn = false;
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => {
    if (drawn) output.write("\r\u001b[2K");
    drawn = false;
  };
  const draw = (): void => {
    clear();
    if (text === "") return;
    const seconds = Math.floor((now() - since) / 1000);
    const width = Math.max(20, (output.columns ?? 80) - 10);
    output.write(`\u001b[2m${frames[frame % frames.length]} ${oneLine(text, width)} · ${seconds} s\u001b[0m`);
    drawn = true;
  };
  return {
    set: (next) => {
      if (next !== text) since = now();
      text = next;
      timer ??= setInterval(() => {
        frame++;
        draw();
      }, 120).unref();
      draw();
    },
    around: (write) => {
      clear();
      write();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
      text = "";
      clear();
    },
  };
}
