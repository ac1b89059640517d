import type { SkillPage } from "@skillmint/core/protocol/api";
import { FolderOutput, Package } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { useWords } from "../text/use-words.tsx";
import { packTexts } from "./pack-texts.ts";
import { useInstalled } from "./use-installed.ts";

const PackDialog = lazy(() => import("./pack-dialog.tsx").then((dialog) => ({ default: dialog.PackDialog })));
const ExportDialog = lazy(() =>
  import("./export-dialog.tsx").then((dialog) => ({ default: dialog.ExportDialog })),
);

/**
 * Takes a skill out of here: signed as a pack, or as plain files. Not there for what is no folder, or is sealed; what
 * comes with the program need not be exported.
 */
export function PackActions({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(packTexts);
  const [open, setOpen] = useState<"pack" | "export">();
  const installed = useInstalled(skill);
  const isFolder = /(?:^|[/\\])skill\.md$/i.test(skill.file) && skill.layer !== "mcp";
  if (!isFolder || installed?.sealed) return null;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Button onClick={() => setOpen("pack")}>
        <Package aria-hidden size={14} />
        {t("pack")}
      </Button>
      <Button onClick={() => setOpen("export")}>
        <FolderOutput aria-hidden size={14} />
        {t("export")}
      </Button>
      <Suspense fallback={null}>
        {open === "pack" ? <PackDialog onClose={close} skill={skill} /> : null}
        {open === "export" ? <ExportDialog onClose={close} skill={skill} /> : null}
      </Suspense>
    </>
  );
}
