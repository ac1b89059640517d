import { useRef } from "react";
import { readPrompts } from "./prompt-history.ts";

export interface History {
  /** The prompt to show instead of `text`, if the key means that. */
  move(key: string, text: string): string | undefined;
}

/** ArrowUp in an empty field brings back what was sent, older each time; ArrowDown the newer ones. Typing ends it. */
export function useHistory(): History {
  const place = useRef<{ at: number; prompts: string[] }>(undefined);
  return {
    move(key, text) {
      const shown = place.current?.prompts[place.current.at];
      if (shown === undefined || shown !== text) place.current = undefined;
      if (!place.current) {
        if (key !== "ArrowUp" || text !== "") return undefined;
        const prompts = readPrompts();
        if (prompts.length === 0) return undefined;
        place.current = { at: 0, prompts };
        return prompts[0];
      }
      const at = place.current.at + (key === "ArrowUp" ? 1 : -1);
      if (at < 0) {
        place.current = undefined;
        return "";
      }
      const next = place.current.prompts[at];
      if (next !== undefined) place.current.at = at;
      return next;
    },
  };
}
