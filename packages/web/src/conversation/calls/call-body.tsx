import type { CallView } from "@skillmint/core/protocol";
import type { ReactNode } from "react";
import { useWhole } from "../../api/use-blob.ts";
import { useWords } from "../../text/use-words.tsx";
import { callTexts } from "./call-texts.ts";
import { FileDiff } from "./file-diff.tsx";
import { JsonView } from "./json-view.tsx";
import { PlanView } from "./plan-view.tsx";
import { QuestionView } from "./question-view.tsx";
import { ResultView } from "./result-view.tsx";
import { TerminalView } from "./terminal-view.tsx";
import { textField } from "./text-field.ts";
import { TodoView } from "./todo-view.tsx";

interface BodyProps {
  call: CallView;
  progress: string | undefined;
  /** All of it, and not only what a running call prints. */
  isWhole: boolean;
}

function Label({ children }: { children: ReactNode }): ReactNode {
  return <div className="mt-2 mb-1 text-xs font-medium text-ink-3">{children}</div>;
}

const edits = new Set(["Write", "Edit", "NotebookEdit"]);

/** What people read better in another form than that of its parameters. */
function draw(call: CallView, input: CallView["input"]): ReactNode {
  if (call.name === "TodoWrite") return <TodoView input={input} />;
  if (call.name === "ExitPlanMode") return <PlanView plan={textField(input, "plan")} />;
  return call.name === "AskUserQuestion" ? <QuestionView call={call} input={input} /> : undefined;
}

/** What a call was given and what came of it, each kind in the form it is read best. */
export function CallBody({ call, progress, isWhole }: BodyProps): ReactNode {
  const t = useWords(callTexts);
  const input = useWhole(call.input, call.blobs, "input", isWhole);
  const body = (): ReactNode => {
    if (call.name === "Bash")
      return <TerminalView call={call} command={textField(input, "command")} progress={progress} />;
    const drawn = draw(call, input);
    if (drawn !== undefined)
      return (
        <>
          {drawn}
          {call.status === undefined || call.status === "ok" ? null : <ResultView call={call} />}
        </>
      );
    if (edits.has(call.name) && call.status !== "error" && call.status !== "denied")
      return <FileDiff callId={call.callId} fallback={<JsonView value={input} />} />;
    return (
      <>
        <Label>{t("parameters")}</Label>
        <JsonView value={input} />
        {progress === undefined ? null : <TerminalView call={call} command="" progress={progress} />}
        {call.content ? (
          <>
            <Label>{t("result")}</Label>
            <ResultView call={call} />
          </>
        ) : null}
      </>
    );
  };
  return <div className="mb-2 ml-[9px] border-l border-line pl-4">{body()}</div>;
}
