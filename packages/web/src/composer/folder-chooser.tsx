import { Folder } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { Chooser, type ChooserGroup } from "./chooser.tsx";
import { composerTexts } from "./composer-texts.ts";

export interface FolderChooserProps {
  /** The server's own, and those that sessions worked in last. */
  server: string;
  recent: readonly string[];
  folder: string;
  onChoose(folder: string): void;
}

export const lastPart = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
/** Of the server's machine, whatever that is. */
const isWhole = (path: string): boolean => /^(?:[/~]|[A-Za-z]:[/\\]|\\\\)/.test(path);

const toItem = (folder: string) => ({ value: folder, label: lastPart(folder), detail: folder });

/** Where a new session works: where one worked before, or any path. */
export function FolderChooser({ server, recent, folder, onChoose }: FolderChooserProps): ReactNode {
  const t = useWords(composerTexts);
  const others = recent.filter((path) => path !== server);
  const groups: ChooserGroup[] = [
    { title: t("folder.server"), items: [toItem(server)] },
    ...(others.length === 0 ? [] : [{ title: t("folder.recent"), items: others.map(toItem) }]),
  ];
  return (
    <Chooser
      custom={(typed) =>
        isWhole(typed) ? { value: typed, label: t("folder.custom", { folder: typed }) } : undefined
      }
      groups={groups}
      icon={Folder}
      label={t("folder.choose", { folder })}
      none={t("folder.none")}
      onPick={onChoose}
      search={t("folder.search")}
      text={lastPart(folder)}
      value={folder}
    />
  );
}
