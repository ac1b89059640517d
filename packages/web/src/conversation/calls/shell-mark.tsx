import type { CallId } from "@skillmint/core/protocol";
import type { ReactNode } from "react";
import { formatDuration } from "../../design/format.ts";
import { useWords } from "../../text/use-words.tsx";
import { useShown } from "../session-context.tsx";
import { callTexts } from "./call-texts.ts";

/** How a command in the background stands: its call was answered when it began. */
export function ShellMark({ callId }: { callId: CallId }): ReactNode {
  const t = useWords(callTexts);
  const { view } = useShown().state;
  const shell = Object.values(view?.shells ?? {}).find((one) => one.callId === callId);
  const words = [
    t("inBackground"),
    ...(shell?.state === "running" ? [t("running")] : []),
    ...(shell?.exitCode ? [t("exitCode", { code: shell.exitCode })] : []),
    ...(shell?.endedAt === undefined ? [] : [formatDuration(shell.endedAt - shell.startedAt)]),
  ];
  return <span className={shell?.state === "running" ? "text-accent" : ""}>{words.join(" · ")}</span>;
}
