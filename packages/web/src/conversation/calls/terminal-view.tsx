import { textOf, type CallView } from "@skillmint/core/protocol";
import type { ReactNode } from "react";
import { useWhole } from "../../api/use-blob.ts";
import { useWords } from "../../text/use-words.tsx";
import { BlobImage } from "./blob-image.tsx";
import { callTexts } from "./call-texts.ts";
import { plainOutput } from "./plain-output.ts";

interface TerminalProps {
  call: CallView;
  command: string;
  progress: string | undefined;
}

/** A command and what it printed, as a terminal shows it. */
export function TerminalView({ call, command, progress }: TerminalProps): ReactNode {
  const t = useWords(callTexts);
  const content = useWhole(call.content ?? [], call.resultBlobs, "content");
  const output = plainOutput(call.content ? textOf(content) : (progress ?? ""));
  const exitCode = call.details?.["exitCode"];
  return (
    <div className="my-1 overflow-hidden rounded-md bg-panel">
      <pre
        className="max-h-96 overflow-auto p-3 font-mono text-xs leading-relaxed whitespace-pre-wrap"
        tabIndex={0}
      >
        {command === "" ? null : (
          <>
            <span className="text-accent select-none">$ </span>
            <span className="font-semibold">{command}</span>
            {"\n"}
          </>
        )}
        {output}
      </pre>
      {content.map((part, index) =>
        part.type === "image" ? (
          <BlobImage blob={part.blob} key={index} label={t("image")} mediaType={part.mediaType} />
        ) : null,
      )}
      {typeof exitCode === "number" && exitCode !== 0 ? (
        <div className="px-3 pb-2 text-xs text-bad">{t("exitCode", { code: exitCode })}</div>
      ) : null}
    </div>
  );
}
