import { Offline } from "../../api/client.ts";
import { useWords } from "../../text/use-words.tsx";
import { settingsTexts } from "../settings-texts.ts";

/** Words a failure for the person; what the server said stays as it is. */
export function useProblem(): (error: Error) => string {
  const t = useWords(settingsTexts);
  return (error) => (error instanceof Offline ? t("offline") : error.message);
}
