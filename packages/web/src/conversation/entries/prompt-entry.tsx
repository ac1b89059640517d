import type { Entry } from "@skillmint/core/protocol";
import { memo, useMemo, type ReactNode } from "react";
import { useWhole } from "../../api/use-blob.ts";
import { CopyButton } from "../../design/copy-button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { BlobImage } from "../calls/blob-image.tsx";
import { conversationTexts } from "../conversation-texts.ts";
import { AttachedFile } from "./attached-file.tsx";
import { ForkButton } from "./fork-button.tsx";
import { readPrompt } from "./read-prompt.ts";

type Prompt = Extract<Entry, { kind: "prompt" }>;

/** What the person asked, and what can be done with it: copied, or taken up again from here. */
export const PromptEntry = memo(({ entry, isNested }: { entry: Prompt; isNested: boolean }): ReactNode => {
  const t = useWords(conversationTexts);
  const content = useWhole(entry.content, entry.blobs, "content");
  const prompt = useMemo(() => readPrompt(content), [content]);
  return (
    <article aria-label={t("you")} className="group relative my-5 rounded-lg bg-panel px-4 py-2.5">
      <div className="break-words whitespace-pre-wrap">{prompt.text}</div>
      {prompt.files.map((file, index) => (
        <AttachedFile file={file} key={index} />
      ))}
      {prompt.images.map(({ blob, mediaType }, index) => (
        <BlobImage blob={blob} key={index} label={t("attachment")} mediaType={mediaType} />
      ))}
      {isNested ? null : (
        <div className="absolute right-1.5 bottom-1.5 flex max-w-full flex-wrap items-center justify-end rounded-md bg-panel opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <CopyButton text={prompt.text} />
          <ForkButton prompt={prompt} promptSeq={entry.seq} />
        </div>
      )}
    </article>
  );
});
PromptEntry.displayName = "PromptEntry";
