import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Badge } from "../parts/badge.tsx";
import { RemoveButton } from "../parts/remove-button.tsx";
import { Row } from "../parts/row.tsx";
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
    <Row
      action={
        isOwn ? (
          <RemoveButton
            isDisabled={isBusy}
            label={t("remove.named", { rule: rule.rule })}
            onRemove={onRemove}
            title={t("remove")}
          />
        ) : null
      }
      lead={<Badge tone={tones[rule.list]}>{t(`list.${rule.list}`)}</Badge>}
      note={isOwn ? `${from} · ${where}` : from}
      text={rule.rule}
    />
  );
}
