import { packUpload } from "@skillmint/core/protocol/api";
import { PackageOpen } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useDrop } from "../composer/use-drop.ts";
import { formatBytes } from "../design/format.ts";
import { useWords } from "../text/use-words.tsx";
import { installTexts } from "./install-texts.ts";
import { readFiles } from "./read-files.ts";

interface FileDropProps {
  isDisabled: boolean;
  onFile(file: File): void;
}

/** Takes one file, dropped or chosen. */
export function FileDrop({ isDisabled, onFile }: FileDropProps): ReactNode {
  const t = useWords(installTexts);
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const take = (files: readonly File[]): void => {
    const taken = readFiles(files);
    if (!taken || isDisabled) return;
    if ("file" in taken) {
      setProblem(undefined);
      return onFile(taken.file);
    }
    const limit = formatBytes(packUpload.maxBytes);
    setProblem(
      taken.problem === "several" ? t("several") : t("tooLarge", { name: files[0]?.name ?? "", limit }),
    );
  };
  const { isOver, handlers } = useDrop(take);
  return (
    <div
      {...handlers}
      className={`rounded-lg border border-dashed px-4 py-6 text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent ${isOver ? "border-accent bg-accent-soft text-accent-strong" : "border-line-strong text-ink-2"}`}
    >
      <PackageOpen aria-hidden className="mx-auto mb-2 text-ink-3" size={22} strokeWidth={1.6} />
      {isOver ? (
        <p>{t("over")}</p>
      ) : (
        <p>
          {t("drop")}{" "}
          <label className="cursor-pointer font-medium text-accent underline" htmlFor={id}>
            {t("choose")}
          </label>
        </p>
      )}
      <input
        accept=".skillpack,.zip,.tgz,.gz"
        className="sr-only"
        disabled={isDisabled}
        id={id}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          target.value = "";
        }}
        type="file"
      />
      {problem === undefined ? null : (
        <p className="mt-2 text-bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
