import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { linkButton } from "../skills/link-button.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { installTexts } from "./install-texts.ts";

export function InstallLink(): ReactNode {
  const t = useWords(installTexts);
  const { to } = usePlace();
  return (
    <Link className={linkButton("plain")} to={to("/skills/install")}>
      <Download aria-hidden size={15} />
      {t("install")}
    </Link>
  );
}
