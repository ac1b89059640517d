import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { Part } from "../settings/parts/section.tsx";
import { useWords } from "../text/use-words.tsx";
import { signersTexts } from "./signers-texts.ts";

const can = ["disk", "names", "change"] as const;
const cannot = ["provider", "model", "holder", "running", "weak"] as const;

/** What a seal is worth, said plainly. */
export function SealingPart(): ReactNode {
  const t = useWords(signersTexts);
  const lists = [
    {
      title: t("sealing.can"),
      Icon: Check,
      tone: "text-accent",
      lines: can.map((one) => t(`sealing.can.${one}`)),
    },
    {
      title: t("sealing.cannot"),
      Icon: X,
      tone: "text-warn",
      lines: cannot.map((one) => t(`sealing.cannot.${one}`)),
    },
  ];
  return (
    <Part title={t("sealing")}>
      <div className="grid gap-x-8 gap-y-5 text-sm lg:grid-cols-2">
        {lists.map(({ title, Icon, tone, lines }) => (
          <section key={title}>
            <h3 className="mb-1.5 font-medium">{title}</h3>
            <ul className="space-y-1.5">
              {lines.map((line) => (
                <li className="flex gap-2" key={line}>
                  <Icon aria-hidden className={`mt-1 shrink-0 ${tone}`} size={13} />
                  <span className="min-w-0">{line}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Part>
  );
}
