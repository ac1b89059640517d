import { packsApi, type ListedInstallReply, type SkillPage } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { Failed } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useRefreshSkills } from "../skills/use-skills.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { packTexts } from "./pack-texts.ts";
import { SignerFact } from "./signer-fact.tsx";
import { useInstalled } from "./use-installed.ts";

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

const code = "font-mono text-xs break-all";

/** Whether it is still what was installed, and how it is kept. */
function Standing({ entry }: { entry: ListedInstallReply }): ReactNode {
  const t = useWords(packTexts);
  const { problem, kind, sealed } = entry;
  return (
    <div className="mt-2 space-y-2">
      {problem !== undefined ? (
        <p className="flex gap-2 text-bad">
          <TriangleAlert aria-hidden className="mt-1 shrink-0" size={13} />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      ) : kind === "pack" ? (
        <p className="flex gap-2 text-ink-2">
          <CircleCheck aria-hidden className="mt-1 shrink-0 text-accent" size={13} />
          {t("intact")}
        </p>
      ) : null}
      {sealed ? <p className="text-xs text-ink-3">{t("sealedHere")}</p> : null}
    </div>
  );
}

function Facts({ entry }: { entry: ListedInstallReply }): ReactNode {
  const t = useWords(packTexts);
  const { version, source, commit, signedBy } = entry;
  return (
    <dl className="space-y-2">
      {version === undefined ? null : <Fact name={t("version")}>{version}</Fact>}
      <Fact name={t("source")}>
        <code className={code}>{source}</code>
      </Fact>
      {commit === undefined ? null : (
        <Fact name={t("commit")}>
          <code className={code}>{commit.slice(0, 12)}</code>
        </Fact>
      )}
      {signedBy ? (
        <Fact name={t("signer")}>
          <SignerFact signer={signedBy} state={t(`signer.${signedBy.state}`)} />
        </Fact>
      ) : null}
      <Fact name={t("digest")}>
        <code className={code}>{entry.digest}</code>
      </Fact>
    </dl>
  );
}

function Remove({ entry, layer }: { entry: ListedInstallReply; layer: string }): ReactNode {
  const t = useWords(packTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place, to } = usePlace();
  const [, go] = useLocation();
  const refresh = useRefreshSkills();
  const [isAsking, setAsking] = useState(false);
  const { name } = entry;
  const query = { ...place, ...(layer === "project" ? { project: "true" as const } : {}) };
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.call(packsApi.removeInstall, { params: { name }, query }),
    onSuccess: () => {
      go(to("/skills"), { replace: true });
      void refresh();
    },
  });
  return (
    <>
      <Button className="mt-3" disabled={isPending} look="danger" onClick={() => setAsking(true)}>
        {t("remove")}
      </Button>
      {error ? <Failed message={t("remove.failed", { message: wordError(error) })} /> : null}
      <ConfirmDialog
        cancel={t("cancel")}
        confirm={t("remove")}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate()}
        question={t("remove.sure", { name })}
      />
    </>
  );
}

/** Where a skill was installed from, and whether it is still that. Nothing for skills that were not installed. */
export function InstalledPart({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(packTexts);
  const entry = useInstalled(skill);
  if (!entry) return null;
  return (
    <section className="text-sm">
      <h2 className="mb-2 font-semibold">{t("installed")}</h2>
      <Facts entry={entry} />
      <Standing entry={entry} />
      <Remove entry={entry} layer={skill.layer} />
    </section>
  );
}
