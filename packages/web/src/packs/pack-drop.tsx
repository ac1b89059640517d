import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useServices } from "../app/services.tsx";
import { useDrop } from "../composer/use-drop.ts";
import { Failed } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { installTexts } from "./install-texts.ts";
import { ProgressLine } from "./progress-line.tsx";
import { readFiles } from "./read-files.ts";
import { uploadFile } from "./upload-file.ts";

/** Around a page: a pack that is dropped on it is sent, and looked into on the page of installing. */
export function PackDrop({ children }: { children: ReactNode }): ReactNode {
  const t = useWords(installTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { to } = usePlace();
  const [, go] = useLocation();
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (file: File) => uploadFile(client, file),
    onSuccess: ({ id }) => go(to("/skills/install", { upload: id })),
  });
  const { isOver, handlers } = useDrop((files) => {
    const taken = readFiles(files);
    if (taken && "file" in taken && !isPending) mutate(taken.file);
  });
  return (
    <div {...handlers} className={`relative h-full ${isOver ? "bg-accent-soft" : ""}`}>
      {children}
      <div className="pointer-events-none absolute inset-x-4 bottom-4 mx-auto max-w-[40rem] [&>*]:pointer-events-auto">
        {isOver ? (
          <p className="rounded-lg border border-dashed border-accent bg-raised px-4 py-3 text-center text-accent-strong">
            {t("over")}
          </p>
        ) : null}
        {isPending ? <ProgressLine text={t("sending", { name: variables.name })} /> : null}
        {error ? <Failed message={t("failed", { message: wordError(error) })} /> : null}
      </div>
    </div>
  );
}
