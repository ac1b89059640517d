import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { linkButton } from "../skills/link-button.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { draftTexts } from "./draft-texts.ts";

export function CreateLink(): ReactNode {
  const t = useWords(draftTexts);
  const { to } = usePlace();
  return (
    <Link className={linkButton("plain")} to={to("/skills/create")}>
      <Sparkles aria-hidden size={15} />
      {t("create.link")}
    </Link>
  );
}
