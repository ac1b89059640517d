import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useWords } from "../text/use-words.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";
import { useFolders } from "./use-skills.ts";

/** Whose project skills are shown. Not there while there is only one folder. */
export function FolderChoice(): ReactNode {
  const t = useWords(skillsTexts);
  const { data } = useFolders();
  const { place } = usePlace();
  const [path, go] = useLocation();
  if (!data) return null;
  const named = [
    ...data.recent.map(({ folder }) => folder),
    ...(place.folder === undefined ? [] : [place.folder]),
  ];
  const others = [...new Set(named)].filter((folder) => folder !== data.folder);
  if (others.length === 0) return null;
  return (
    <select
      aria-label={t("folder")}
      className="h-8 max-w-full min-w-0 rounded-md border border-line-strong bg-raised px-2 text-xs text-ink-2 sm:max-w-80"
      onChange={({ target: { value } }) =>
        go(value === "" ? path : `${path}?${new URLSearchParams({ folder: value })}`, { replace: true })
      }
      value={place.folder ?? ""}
    >
      <option value="">{t("folder.server", { folder: data.folder })}</option>
      {others.map((folder) => (
        <option key={folder} value={folder}>
          {folder}
        </option>
      ))}
    </select>
  );
}
