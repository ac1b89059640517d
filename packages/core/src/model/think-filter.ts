export interface Segment {
  type: "text" | "reasoning";
  delta: string;
}

/** Splits what a model wrote into text and reasoning, delta by delta; nothing of either is lost. */
export interface ThinkFilter {
  push(delta: string): Segment[];
  /** What was held back because it might have become a tag. */
  end(): Segment[];
}

const openTag = "<think>";
const closeTag = "</think>";

/** How many characters at the end of `text` may be the beginning of `tag`. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}

/**
 * Finds `<think>…</think>` written into the text itself: at its `start` only (after blanks), or `anywhere`. Tags
 * may be split over deltas; a tag that is never closed makes the rest reasoning. Blanks before and line ends after
 * a block belong to neither.
 */
export function createThinkFilter(where: "start" | "anywhere"): ThinkFilter {
  let held = "";
  let state: "start" | "text" | "reasoning" | "after" = "start";

  function atStart(segments: Segment[]): boolean {
    const begun = held.trimStart();
    if (begun.startsWith(openTag)) {
      held = begun.slice(openTag.length);
      state = "reasoning";
      return true;
    }
    if (openTag.startsWith(begun)) return false;
    state = "text";
    return inText(segments);
  }

  function inText(segments: Segment[]): boolean {
    const at = where === "anywhere" ? held.indexOf(openTag) : -1;
    if (at >= 0) {
      emit(segments, "text", held.slice(0, at));
      held = held.slice(at + openTag.length);
      state = "reasoning";
      return true;
    }
    const keep = where === "anywhere" ? overlap(held, openTag) : 0;
    emit(segments, "text", held.slice(0, held.length - keep));
    held = held.slice(held.length - keep);
    return false;
  }

  function inReasoning(segments: Segment[]): boolean {
    const at = held.indexOf(closeTag);
    if (at >= 0) {
      emit(segments, "reasoning", held.slice(0, at));
      held = held.slice(at + closeTag.length);
      state = "after";
      return true;
    }
    const keep = overlap(held, closeTag);
    emit(segments, "reasoning", held.slice(0, held.length - keep));
    held = held.slice(held.length - keep);
    return false;
  }

  function afterBlock(segments: Segment[]): boolean {
    held = held.replace(/^[\r\n]+/, "");
    if (held === "") return false;
    state = "text";
    return inText(segments);
  }

  const steps = { start: atStart, text: inText, reasoning: inReasoning, after: afterBlock };

  return {
    push(delta) {
      const segments: Segment[] = [];
      held += delta;
      let more = held !== "";
      while (more) more = steps[state](segments) && held !== "";
      return segments;
    },
    end() {
      const segments: Segment[] = [];
      emit(segments, state === "reasoning" ? "reasoning" : "text", held);
      held = "";
      return segments;
    },
  };
}

function emit(segments: Segment[], type: Segment["type"], delta: string): void {
  if (delta !== "") segments.push({ type, delta });
}
