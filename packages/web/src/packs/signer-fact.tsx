import type { PackSignedBy } from "@skillmint/core/protocol/api";
import { ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "../design/copy-button.tsx";

const looks = {
  trusted: { Icon: ShieldCheck, tone: "text-accent-strong" },
  known: { Icon: ShieldAlert, tone: "text-warn" },
  unknown: { Icon: ShieldQuestion, tone: "text-warn" },
} as const;

/** Who signed something, and what is known of them. */
export function SignerFact({ signer, state }: { signer: PackSignedBy; state: string }): ReactNode {
  const { Icon, tone } = looks[signer.state];
  return (
    <span className="block">
      <span className={`inline-flex items-center gap-1.5 ${tone}`}>
        <Icon aria-hidden className="shrink-0" size={14} />
        {signer.name === undefined ? state : `${signer.name} · ${state}`}
      </span>
      <span className="flex items-start gap-1">
        <code className="min-w-0 font-mono text-xs leading-5 break-all text-ink-2">{signer.fingerprint}</code>
        <CopyButton text={signer.fingerprint} />
      </span>
    </span>
  );
}
