import { Offline } from "../api/client.ts";
import { useWords } from "./use-words.tsx";
import { frameTexts } from "./web-texts.ts";

/** Words a failure for the person; what the server said stays as it is. */
export function useWordError(): (error: Error) => string {
  const t = useWords(frameTexts);
  return (error) => (error instanceof Offline ? t("offline") : error.message);
}
