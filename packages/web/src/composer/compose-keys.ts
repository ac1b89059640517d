import type { KeyboardEvent } from "react";

/** An input method that is still at work reports this code, in browsers that do not say so in another way. */
const composingCode = 229;

/** The key belongs to an input method: it picks a character and is nobody else's. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === composingCode;
}

/** Enter alone sends. With Shift or Alt it starts a line. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.shiftKey && !event.altKey && !isComposing(event);
}
