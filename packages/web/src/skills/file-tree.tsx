import { FileCode, FileText, Folder, type LucideIcon } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import type { SkillPage } from "@skillmint/core/protocol/api";
import { formatBytes } from "../design/format.ts";
import { useWords } from "../text/use-words.tsx";
import { buildTree, type TreeFolder } from "./build-tree.ts";
import { addressOfSkill } from "./skill-address.ts";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";

interface TreeProps {
  skill: SkillPage;
  /** The file that is shown; undefined: SKILL.md. */
  shown: string | undefined;
}

interface EntryProps {
  name: string;
  address: string;
  icon: LucideIcon;
  isShown: boolean;
  bytes?: number;
}

function Entry({ name, address, icon: Icon, isShown, bytes }: EntryProps): ReactNode {
  return (
    <li>
      <Link
        aria-current={isShown ? "true" : undefined}
        className={`flex items-center gap-2 rounded-sm px-1.5 py-0.5 ${isShown ? "bg-accent-soft text-accent-strong" : "hover:bg-panel"}`}
        to={address}
      >
        <Icon aria-hidden className="shrink-0 text-ink-3" size={14} />
        <span className="min-w-0 flex-1 truncate font-mono text-xs" title={name}>
          {name}
        </span>
        {bytes === undefined ? null : (
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">{formatBytes(bytes)}</span>
        )}
      </Link>
    </li>
  );
}

function Branch({ folder, skill, shown }: TreeProps & { folder: TreeFolder }): ReactNode {
  const { to } = usePlace();
  const address = addressOfSkill(skill.id);
  return (
    <>
      {folder.folders.map((inner) => (
        <li key={inner.path}>
          <details open>
            <summary className="flex list-none items-center gap-2 rounded-sm px-1.5 py-0.5 hover:bg-panel [&::-webkit-details-marker]:hidden">
              <Folder aria-hidden className="shrink-0 text-ink-3" size={14} />
              <span className="min-w-0 flex-1 truncate font-mono text-xs">{inner.name}</span>
            </summary>
            <ul className="ml-3 border-l border-line pl-1.5">
              <Branch folder={inner} shown={shown} skill={skill} />
            </ul>
          </details>
        </li>
      ))}
      {folder.files.map(({ path, name, type, bytes }) => (
        <Entry
          address={to(address, { file: path })}
          bytes={bytes}
          icon={type === "script" ? FileCode : FileText}
          isShown={shown === path}
          key={path}
          name={name}
        />
      ))}
    </>
  );
}

/** The files of a skill; choosing one shows it. */
export function FileTree({ skill, shown }: TreeProps): ReactNode {
  const t = useWords(skillsTexts);
  const { to } = usePlace();
  const tree = useMemo(() => buildTree(skill.files), [skill.files]);
  const main = skill.file.split(/[/\\]/).at(-1) ?? skill.file;
  return (
    <>
      <ul>
        <Entry
          address={to(addressOfSkill(skill.id))}
          icon={FileText}
          isShown={shown === undefined}
          name={main}
        />
        <Branch folder={tree} shown={shown} skill={skill} />
      </ul>
      {skill.moreFiles > 0 ? (
        <p className="px-1.5 text-xs text-ink-3">{t("moreFiles", { count: skill.moreFiles })}</p>
      ) : null}
    </>
  );
}
