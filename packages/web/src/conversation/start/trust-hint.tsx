import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { lastPart } from "../../composer/folder-chooser.tsx";
import { useWords } from "../../text/use-words.tsx";
import { startTexts } from "./start-texts.ts";
import { useTrust } from "./use-start.ts";

/** That a folder's own files count for nothing yet: always to newcomers, to others where there are any. */
export function TrustHint({ folder, isNew }: { folder: string; isNew: boolean }): ReactNode {
  const t = useWords(startTexts);
  const trust = useTrust(folder);
  if (!trust || trust.trusted || (trust.ignored.length === 0 && !isNew)) return null;
  const names = trust.ignored.map((path) =>
    path.startsWith(trust.folder) ? path.slice(trust.folder.length).replace(/^[/\\]/, "") : path,
  );
  return (
    <p className="flex gap-3 px-3 text-sm text-ink-3">
      <ShieldAlert aria-hidden className="mt-0.5 shrink-0" size={18} />
      <span className="min-w-0">
        {t("trust.hint", { folder: lastPart(trust.folder) })}{" "}
        {names.length === 0 ? null : (
          <span className="break-words">{t("trust.files", { files: names.join(", ") })} </span>
        )}
        <Link className="text-accent underline underline-offset-2" to="/settings/trust">
          {t("trust.link")}
        </Link>
      </span>
    </p>
  );
}
