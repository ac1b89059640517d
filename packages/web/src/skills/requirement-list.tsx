import type { SkillPage } from "@skillmint/core/protocol/api";
import { Check, CircleAlert, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { skillsTexts } from "./skills-texts.ts";

type Requirement = SkillPage["requirements"][number];

const kinds = ["tool", "mcp", "binary", "env", "file", "skill", "language", "client", "platform"] as const;

/** The surest first: what the skill says itself, what its text shows, what is only guessed. */
function sortMissing(requirements: readonly Requirement[]): Requirement[] {
  const weight = ({ declared, guess }: Requirement): number => (declared ? 0 : guess === true ? 2 : 1);
  return requirements.filter(({ found }) => !found).sort((a, b) => weight(a) - weight(b));
}

function Line({ requirement }: { requirement: Requirement }): ReactNode {
  const t = useWords(skillsTexts);
  const { name, found, declared, guess, where, file } = requirement;
  const kind = kinds.find((candidate) => candidate === requirement.kind);
  const tone = declared ? "text-bad" : guess === true ? "text-ink-3" : "text-warn";
  const Icon = found ? Check : guess === true ? CircleDashed : CircleAlert;
  const state = found ? "requirement.found" : guess === true ? "requirement.guess" : "requirement.missing";
  const place = [file, where === undefined ? undefined : t("line", { line: where })]
    .filter(Boolean)
    .join(", ");
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={`mt-1 shrink-0 ${found ? "text-accent" : tone}`} size={13} />
      <div className="min-w-0">
        <p>
          <span className="font-mono text-xs break-all">{name}</span>{" "}
          <span className="text-xs text-ink-3">
            {kind === undefined ? requirement.kind : t(`kind.${kind}`)}
          </span>
          <span className="sr-only">{t(state)}</span>
        </p>
        {found ? null : (
          <p className="text-xs text-ink-2">
            {kind === undefined ? requirement.hint : t(`hint.${kind}`, { name })}
            {place === "" ? null : <span className="text-ink-3"> ({place})</span>}
          </p>
        )}
      </div>
    </li>
  );
}

/** What a skill needs: what is missing with the way to it, the rest on request. */
export function RequirementList({ requirements }: { requirements: readonly Requirement[] }): ReactNode {
  const t = useWords(skillsTexts);
  const missing = sortMissing(requirements);
  const found = requirements.filter((one) => one.found);
  if (requirements.length === 0) return <p className="text-ink-3">{t("requirements.none")}</p>;
  return (
    <>
      <ul className="space-y-2">
        {missing.map((one) => (
          <Line key={`${one.kind} ${one.name}`} requirement={one} />
        ))}
      </ul>
      {found.length === 0 ? null : (
        <details className={missing.length > 0 ? "mt-2" : ""}>
          <summary className="text-ink-2 hover:text-ink">
            {t(missing.length === 0 ? "requirements.allFound" : "requirements.found", {
              count: found.length,
            })}
          </summary>
          <ul className="mt-1.5 space-y-1">
            {found.map((one) => (
              <Line key={`${one.kind} ${one.name}`} requirement={one} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
