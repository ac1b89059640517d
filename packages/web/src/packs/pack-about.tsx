import type { SkillPage } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatBytes } from "../design/format.ts";
import { addressOfSkill } from "../skills/skill-address.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { packTexts } from "./pack-texts.ts";

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** What never goes into a pack; the server decides, this is what it will say. */
const stays = /^(?:\..*|node_modules|__pycache__|.*~|.*\.skillpack)$/;

function Fact({ name, value }: { name: string; value: string | undefined }): ReactNode {
  if (value === undefined) return null;
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="line-clamp-4 break-words">{value}</dd>
    </div>
  );
}

/** What the pack will say and hold: what stands in the skill's folder, to be read and not to be changed here. */
export function PackAbout({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(packTexts);
  const { to } = usePlace();
  const { fields, moreFiles } = skill;
  const files = skill.files.filter(({ path }) => !path.split("/").some((name) => stays.test(name)));
  const metadata = (fields["metadata"] ?? {}) as Record<string, unknown>;
  const model = text(fields["model"]);
  const main = skill.file.split(/[/\\]/).at(-1) ?? "SKILL.md";
  return (
    <aside aria-label={t("about")} className="min-w-0 space-y-4 text-sm">
      <dl className="space-y-2">
        <Fact name={t("name")} value={skill.name} />
        <Fact name={t("version")} value={text(fields["version"]) ?? t("version.first")} />
        <Fact name={t("description")} value={skill.description} />
        <Fact name={t("author")} value={text(metadata["author"])} />
        <Fact name={t("model")} value={model === "inherit" ? undefined : model} />
      </dl>
      {skill.editable ? (
        <Link
          className="inline-block text-xs text-accent underline"
          to={to(`${addressOfSkill(skill.id)}/edit`)}
        >
          {t("edit")}
        </Link>
      ) : null}
      <section>
        <h3 className="text-xs text-ink-3">{t("files", { count: files.length + moreFiles + 1 })}</h3>
        <ul className="mt-1 max-h-52 overflow-y-auto font-mono text-xs leading-5" tabIndex={0}>
          <li className="truncate">{main}</li>
          {files.map(({ path, bytes }) => (
            <li className="flex gap-2" key={path}>
              <span className="min-w-0 flex-1 truncate" title={path}>
                {path}
              </span>
              <span className="shrink-0 text-ink-3 tabular-nums">{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-xs text-ink-3">{t("files.hint")}</p>
      </section>
    </aside>
  );
}
