import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Rail } from "./rail.tsx";
import { useConnection, useServices } from "./services.tsx";
import { useRecovery } from "./use-recovery.ts";

function OfflineBar(): ReactNode {
  const t = useWords(frameTexts);
  const { connection } = useServices();
  return (
    <div className="flex items-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn" role="status">
      <span className="flex-1">{t("connection.offline")}</span>
      <button className="font-medium underline" onClick={() => connection.retry()} type="button">
        {t("connection.retry")}
      </button>
    </div>
  );
}

/** The frame of every screen: the rail on the left, the screen beside it. */
export function Shell({ children }: { children: ReactNode }): ReactNode {
  const connection = useConnection();
  const [place] = useLocation();
  useRecovery();
  return (
    <div className="flex h-full flex-col-reverse sm:flex-row">
      <Rail />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {connection === "offline" ? <OfflineBar /> : null}
        <main className="min-h-0 flex-1">
          <ErrorBoundary place={place}>{children}</ErrorBoundary>
        </main>
      </div>
    </div>
  );
}
