import type { PackedSkillReply, SkillPage } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { Failed } from "../skills/page-state.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { PackAbout } from "./pack-about.tsx";
import { packTexts } from "./pack-texts.ts";
import { ProgressLine } from "./progress-line.tsx";
import { emptySeal, minPassphrase, readSeal, type Seal, type SealProblem } from "./read-seal.ts";
import { SealFields } from "./seal-fields.tsx";
import { SignFields, type SignForm } from "./sign-fields.tsx";
import type { JobWork } from "./use-job.ts";

export interface PackWish {
  seal?: NonNullable<Seal>;
  signWith?: string;
}

interface PackFormProps {
  skill: SkillPage;
  work: JobWork<PackWish, PackedSkillReply>;
  onClose(): void;
}

/** How a pack is to be made: who may open it, and whose key signs it. */
export function PackForm({ skill, work, onClose }: PackFormProps): ReactNode {
  const t = useWords(packTexts);
  const wordError = useWordError();
  const [seal, setSeal] = useState(emptySeal);
  const [sign, setSign] = useState<SignForm>({ kind: "own", file: "" });
  const [problem, setProblem] = useState<string>();
  const word = (fault: SealProblem): string => {
    if (fault.code === "recipients.bad") return t(fault.code, { key: fault.key });
    return fault.code === "passphrase.short" ? t(fault.code, { min: minPassphrase }) : t(fault.code);
  };
  const submit = (): void => {
    const read = readSeal(seal);
    if ("problem" in read) return setProblem(word(read.problem));
    const signWith = sign.file.trim();
    if (sign.kind === "ssh" && signWith === "") return setProblem(t("keyFile.none"));
    setProblem(undefined);
    work.start({ ...(read.seal ? { seal: read.seal } : {}), ...(sign.kind === "ssh" ? { signWith } : {}) });
  };
  const { error, isRunning } = work;
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div
        className="grid min-h-0 flex-1 gap-x-8 gap-y-6 overflow-y-auto px-5 py-4 md:grid-cols-[minmax(0,1fr)_17rem]"
        tabIndex={0}
      >
        <fieldset className="min-w-0 space-y-6" disabled={isRunning}>
          <SealFields form={seal} onChange={setSeal} />
          <SignFields form={sign} onChange={setSign} />
        </fieldset>
        <PackAbout skill={skill} />
      </div>
      <footer className="border-t border-line px-5 py-3">
        {problem === undefined ? null : (
          <p className="mb-2 text-sm text-bad" role="alert">
            {problem}
          </p>
        )}
        {error ? <Failed message={t("failed", { message: wordError(error) })} /> : null}
        {isRunning ? (
          <ProgressLine text={work.step ?? t("working")} />
        ) : (
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button look="primary" type="submit">
              {t("create")}
            </Button>
          </div>
        )}
      </footer>
    </form>
  );
}
