import { sessionsApi } from "@skillmint/core/protocol/api";
import { useRef, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useServices } from "../app/services.tsx";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { FolderChooser } from "../composer/folder-chooser.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { DemoLine } from "./start/demo-line.tsx";
import { FirstVisit } from "./start/first-visit.tsx";
import { startTexts } from "./start/start-texts.ts";
import { TrustHint } from "./start/trust-hint.tsx";
import { useHasSessions, useStartFolder, useStatus, useUsualMode } from "./start/use-start.ts";

/** An empty conversation: the first prompt makes the session. */
export default function NewScreen(): ReactNode {
  const t = useWords(startTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const [, go] = useLocation();
  const composer = useRef<ComposerHandle>(null);
  const { folder, server, recent, error, choose } = useStartFolder();
  const status = useStatus();
  const hasSessions = useHasSessions();
  const isDemo = status?.demo === true;
  const mode = useUsualMode(isDemo);
  const isNew = isDemo && hasSessions === false;
  return (
    <div className="relative h-full overflow-y-auto" tabIndex={-1}>
      <div className="mx-auto flex min-h-full w-full max-w-reading flex-col justify-center gap-6 px-4 py-8">
        <h1 className="text-center text-lg font-semibold">{t("title")}</h1>
        <Composer
          draftKey="new"
          folder={folder}
          lead={
            folder !== undefined && server !== undefined ? (
              <FolderChooser folder={folder} onChoose={choose} recent={recent} server={server} />
            ) : null
          }
          mode={mode}
          model={status?.model}
          onSend={async ({ text, attachments, settings, promptId }) => {
            const place = folder === undefined ? {} : { folder };
            const body = { text, promptId, attachments, settings, ...place };
            const { sessionId } = await client.call(sessionsApi.createSession, { body });
            go(`/sessions/${sessionId}`);
          }}
          ref={composer}
        />
        {error ? (
          <p className="px-3 text-sm text-bad" role="alert">
            {t("folders.failed", { message: wordError(error) })}
          </p>
        ) : null}
        {folder === undefined ? null : (
          <>
            {isNew ? (
              <FirstVisit folder={folder} onTry={(prompt) => composer.current?.insert(prompt)} />
            ) : null}
            {isDemo && hasSessions === true ? <DemoLine folder={folder} /> : null}
            <TrustHint folder={folder} isNew={isNew} />
          </>
        )}
      </div>
    </div>
  );
}
