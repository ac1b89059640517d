import { useEffect } from "react";

/** Names the browser's tab and its history after what is shown. Who goes leaves the name that was there before. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined || title === "") return undefined;
    const before = document.title;
    document.title = `${title} · SkillMint`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
