import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Badge } from "../parts/badge.tsx";
import { sourceKey, type ShownRule } from "./join-rules.ts";
import { permissionsTexts } from "./permissions-texts.ts";

const tones = { allow: "accent", ask: "warn", deny: "bad" } as const;

interface RuleLineProps {
  rule: ShownRule;
  isBusy: boolean;
  onRemove(): void;
}

/** A rule with where it is from; one's own can be removed. */
export function RuleLine({ rule, isBusy, onRemove }: RuleLineProps): ReactNode {
  const t = useWords(permissionsTexts);
  const isOwn = rule.source === "user";
  const key = sourceKey(rule.source);
  const where = rule.folder === undefined ? t("rule.everywhere") : t("rule.in", { folder: rule.folder });
  const from = key === undefined ? rule.source : t(key);
  return (
    <li className="flex items-baseline gap-3 border-b border-line py-1.5 last:border-b-0">
      <span className="w-14 shrink-0">
        <Badge tone={tones[rule.list]}>{t(`list.${rule.list}`)}</Badge>
      </span>
      <span className="min-w-0 flex-1">
        <code className="block font-mono text-sm break-all">{rule.rule}</code>
        <span className="block text-xs break-all text-ink-3">{isOwn ? `${from} · ${where}` : from}</span>
      </span>
      {isOwn ? (
        <button
          aria-label={t("remove.named", { rule: rule.rule })}
          className="flex size-8 shrink-0 items-center justify-center self-center rounded-md text-ink-3 hover:bg-bad-soft hover:text-bad disabled:opacity-50"
          disabled={isBusy}
          onClick={onRemove}
          title={t("remove")}
          type="button"
        >
          <Trash2 aria-hidden size={15} />
        </button>
      ) : null}
    </li>
  );
}
