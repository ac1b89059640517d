import type { SkillPage } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { CopyButton } from "../design/copy-button.tsx";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { formatDay } from "./format-day.ts";
import { skillsTexts } from "./skills-texts.ts";

/** What has a place of its own on the page. */
const elsewhere = new Set(["name", "description", "allowedTools", "requires"]);

function wordValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  return JSON.stringify(value);
}

function Fact({
  name,
  children,
  isKey = false,
}: {
  name: string;
  children: ReactNode;
  isKey?: boolean;
}): ReactNode {
  return (
    <div>
      <dt className={`text-xs text-ink-3 ${isKey ? "font-mono" : ""}`}>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Where a skill lies, how often it was used, and what else its author wrote about it. */
export function SkillFacts({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(skillsTexts);
  const { language } = useLanguage();
  const { id, folder, used } = skill;
  const written = Object.entries({ ...skill.fields, ...skill.extra }).filter(
    ([name]) => !elsewhere.has(name),
  );
  return (
    <dl className="space-y-2">
      <Fact name={t("usage")}>
        {used ? t("used", { count: used.count, when: formatDay(used.lastAt, language) }) : t("unused")}
      </Fact>
      <Fact name={t("id")}>
        <code className="font-mono text-xs break-all">{id}</code>
      </Fact>
      <Fact name={t("path")}>
        <span className="flex items-start gap-1">
          <code className="min-w-0 flex-1 pt-0.5 font-mono text-xs break-all">{folder}</code>
          <CopyButton text={folder} />
        </span>
      </Fact>
      {written.map(([name, value]) => (
        <Fact isKey key={name} name={name}>
          {wordValue(value)}
        </Fact>
      ))}
    </dl>
  );
}
