import { useEffect, type RefObject } from "react";

/**
 * Who comes to a conversation can write at once: where the focus was lost on the way, and on a new one in any case. Not
 * on a screen that is touched, where a keyboard would cover half of it.
 */
export function useArrival(field: RefObject<HTMLElement | null>, isNew: boolean): void {
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if ((isNew || isLost) && !matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, [field, isNew]);
}
