import { useEffect, useRef, type RefObject } from "react";

const tries = 20;

/**
 * With every new number of `jumps` the oldest ask comes into sight and gets the focus. What is far away is not in the
 * page yet: `bringNear` scrolls there, and the ask is looked for again as long as it may take to be drawn.
 */
export function useJump(jumps: number, place: RefObject<HTMLElement | null>, bringNear: () => void): void {
  const latest = useRef(bringNear);
  latest.current = bringNear;
  useEffect(() => {
    if (jumps === 0) return undefined;
    let left = tries;
    let frame = 0;
    const look = (): void => {
      const found = place.current?.querySelector<HTMLElement>("[data-ask] :is(button, input)");
      if (found) {
        found.scrollIntoView({ block: "nearest" });
        found.focus();
        return;
      }
      if (left === tries) latest.current();
      if (left-- > 0) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [jumps, place]);
}
