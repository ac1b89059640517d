import type { CallView } from "@skillmint/core/protocol";
import { useState, type ReactNode } from "react";
import { useBlobText, useWhole } from "../../api/use-blob.ts";
import { useWords } from "../../text/use-words.tsx";
import { BlobImage } from "./blob-image.tsx";
import { callTexts } from "./call-texts.ts";

const shownChars = 6_000;

/** Where an output was too long for the model, a person can still see all of it. */
function LongText({ text, full }: { text: string; full: CallView["fullOutput"] }): ReactNode {
  const t = useWords(callTexts);
  const [isWhole, setWhole] = useState(false);
  const whole = useBlobText(isWhole ? full?.blob : undefined);
  const size = full?.chars ?? text.length;
  const shown = isWhole ? (whole ?? text) : text.slice(0, shownChars);
  return (
    <>
      <pre className="max-h-96 overflow-auto font-mono text-xs whitespace-pre-wrap" tabIndex={0}>
        {shown}
      </pre>
      {size > shown.length ? (
        <button className="mt-1 text-xs text-accent underline" onClick={() => setWhole(true)} type="button">
          {t("showAll", { size: size.toLocaleString() })}
        </button>
      ) : null}
    </>
  );
}

/** What a tool gave back: texts and images. */
export function ResultView({ call }: { call: CallView }): ReactNode {
  const t = useWords(callTexts);
  const content = useWhole(call.content ?? [], call.resultBlobs, "content");
  if (content.length === 0) return <p className="text-sm text-ink-3">{t("noOutput")}</p>;
  return content.map((part, index) =>
    part.type === "text" ? (
      <LongText full={call.fullOutput} key={index} text={part.text} />
    ) : (
      <BlobImage blob={part.blob} key={index} label={t("image")} mediaType={part.mediaType} />
    ),
  );
}
