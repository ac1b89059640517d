import type { InstalledSkillsReply, PackSignedBy } from "@skillmint/core/protocol/api";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Button } from "../design/button.tsx";
import { linkButton } from "../skills/link-button.ts";
import { addressOfSkill } from "../skills/skill-address.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { installTexts } from "./install-texts.ts";

interface InstalledViewProps {
  installed: InstalledSkillsReply;
  /** Who signed it, where nobody trusts them yet. */
  signer: PackSignedBy | undefined;
  onMore(): void;
}

/** What was installed, and where it is. */
export function InstalledView({ installed, signer, onMore }: InstalledViewProps): ReactNode {
  const t = useWords(installTexts);
  const { to } = usePlace();
  return (
    <section className="space-y-4">
      <div role="status">
        <h2 className="flex items-center gap-2 font-semibold">
          <CircleCheck aria-hidden className="text-accent" size={18} />
          {t("done")}
        </h2>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {installed.map(({ id, name, version, changed }) => (
          <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2" key={id}>
            <span className="min-w-0 flex-1 break-words">
              <span className="font-medium">{name}</span>{" "}
              <span className="text-sm text-ink-3">{version}</span>
              {changed ? null : <span className="block text-xs text-ink-3">{t("done.same")}</span>}
            </span>
            <Link className={linkButton("plain")} to={to(addressOfSkill(id))}>
              {t("done.open", { name })}
            </Link>
          </li>
        ))}
      </ul>
      {signer ? (
        <p className="text-sm break-words text-ink-2">
          {t("done.trustNote", { fingerprint: signer.fingerprint })}{" "}
          <Link className="text-accent underline" to="/settings/signers">
            {t("done.trust")}
          </Link>
        </p>
      ) : null}
      <Button onClick={onMore}>{t("done.more")}</Button>
    </section>
  );
}
