import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Section } from "../parts/section.tsx";
import { ModePart } from "./mode-part.tsx";
import { permissionsTexts } from "./permissions-texts.ts";
import { RulesPart } from "./rules-part.tsx";

export function PermissionsSection(): ReactNode {
  const t = useWords(permissionsTexts);
  return (
    <Section lead={t("lead")} title={t("title")}>
      <ModePart />
      <RulesPart />
    </Section>
  );
}
