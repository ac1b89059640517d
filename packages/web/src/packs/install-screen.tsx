import { useEffect, useRef, useState, type ReactNode } from "react";
import { Page } from "../authoring/page.tsx";
import { Button } from "../design/button.tsx";
import { Failed } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { InstalledView } from "./installed-view.tsx";
import { installTexts } from "./install-texts.ts";
import { KeyForm } from "./key-form.tsx";
import { PlannedSkill } from "./planned-skill.tsx";
import { PlanView } from "./plan-view.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { JobFailed } from "./run-job.ts";
import { SourceForm } from "./source-form.tsx";
import { useInstall, type Install } from "./use-install.ts";

/** What a drop on another page brought here, by its id on the server. */
function takeUpload(): string | undefined {
  return new URLSearchParams(globalThis.location.search).get("upload") ?? undefined;
}

function Progress({ install }: { install: Install }): ReactNode {
  const t = useWords(installTexts);
  const { looking, installing, sending } = install;
  if (sending !== undefined) return <ProgressLine text={t("sending", { name: sending })} />;
  if (looking.isRunning)
    return (
      <ProgressLine stop={{ text: t("cancel"), onStop: looking.stop }} text={looking.step ?? t("starting")} />
    );
  return installing.isRunning ? <ProgressLine text={installing.step ?? t("installing")} /> : null;
}

/** Why it came to nothing, and the way on. */
function Problem({ error, onRetry }: { error: Error; onRetry(): void }): ReactNode {
  const t = useWords(installTexts);
  const wordError = useWordError();
  const isStale = error instanceof JobFailed && error.code === "install-unapproved";
  const message = wordError(error);
  return <Failed message={isStale ? t("stale") : t("failed", { message })} onRetry={onRetry} />;
}

/** What is known of a sealed pack, and what opens it. */
function Locked({ install }: { install: Install }): ReactNode {
  const t = useWords(installTexts);
  const { looking, plan, isWrongKey } = install;
  return (
    <>
      {plan?.skills.map((skill) => (
        <PlannedSkill key={skill.name} skill={skill} />
      ))}
      <KeyForm isBusy={looking.isRunning} isWrong={isWrongKey} onKey={install.unlock} />
      <Button disabled={looking.isRunning} look="quiet" onClick={install.restart}>
        {t("again")}
      </Button>
    </>
  );
}

function Step({ install, children }: { install: Install; children: ReactNode }): ReactNode {
  const { looking, installing, plan, isLocked } = install;
  const signer = plan?.skills.find((skill) => skill.signer && skill.signer.state !== "trusted")?.signer;
  if (installing.data)
    return <InstalledView installed={installing.data} onMore={install.restart} signer={signer} />;
  return (
    <>
      {isLocked ? (
        <Locked install={install} />
      ) : plan ? (
        <PlanView
          isBusy={installing.isRunning || looking.isRunning}
          key={plan.digest}
          onBack={install.restart}
          onInstall={install.install}
          plan={plan}
        />
      ) : (
        children
      )}
      {looking.error && !isLocked ? <Problem error={looking.error} onRetry={install.again} /> : null}
      {installing.error ? <Problem error={installing.error} onRetry={install.again} /> : null}
      <Progress install={install} />
    </>
  );
}

/** Installs skills from anywhere: what is in it is shown first. */
export default function InstallScreen(): ReactNode {
  const t = useWords(installTexts);
  const { to } = usePlace();
  const install = useInstall();
  const [address, setAddress] = useState("");
  const [isProject, setProject] = useState(false);
  const isTaken = useRef(false);
  const { look, looking } = install;
  useEffect(() => {
    const upload = takeUpload();
    if (upload === undefined || isTaken.current) return;
    isTaken.current = true;
    look({ source: { upload } }, false);
  }, [look]);
  return (
    <Page back={{ to: to("/skills"), text: t("back") }}>
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      <p className="mt-1 mb-5 text-sm text-ink-2">{t("lead")}</p>
      <div className="space-y-5">
        <Step install={install}>
          <SourceForm
            address={address}
            isLocked={looking.isRunning}
            isProject={isProject}
            onAddress={setAddress}
            onProject={setProject}
            onWanted={(wanted) => look(wanted, isProject)}
          />
        </Step>
      </div>
    </Page>
  );
}
