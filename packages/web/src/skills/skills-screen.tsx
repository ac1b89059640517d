import { CircleHelp, Plus, Search } from "lucide-react";
import { useDeferredValue, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { CreateLink } from "../authoring/create-link.tsx";
import { DraftsLink } from "../authoring/drafts-link.tsx";
import { InstallLink } from "../packs/install-link.tsx";
import { PackDrop } from "../packs/pack-drop.tsx";
import { useWords } from "../text/use-words.tsx";
import { Choice } from "./choice.tsx";
import { FolderChoice } from "./folder-choice.tsx";
import { filterSkills, type Filter } from "./group-skills.ts";
import { linkButton } from "./link-button.ts";
import { SkillList } from "./skill-list.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";
import { useSkills } from "./use-skills.ts";

/** All skills of a folder, by the layer they come from. */
export default function SkillsScreen(): ReactNode {
  const t = useWords(skillsTexts);
  const { to } = usePlace();
  const { data } = useSkills();
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const query = useDeferredValue(typed.trim());
  const count = (name: Filter): string => (data ? ` ${filterSkills(data.skills, name).length}` : "");
  return (
    <PackDrop>
      <div className="relative h-full overflow-y-auto" tabIndex={0}>
        <div className="mx-auto w-full max-w-[58rem] px-1 py-4 sm:px-4 sm:py-6">
          <header className="mb-3 flex flex-wrap items-center gap-2 px-3">
            <h1 className="flex-1 text-lg font-semibold whitespace-nowrap">{t("title")}</h1>
            <Link
              aria-label={t("why.label")}
              className={linkButton("quiet")}
              title={t("why.label")}
              to={to("/skills/why")}
            >
              <CircleHelp aria-hidden size={15} />
              {t("why")}
            </Link>
            <DraftsLink />
            <InstallLink />
            <CreateLink />
            <Link className={linkButton("primary")} to={to("/skills/new")}>
              <Plus aria-hidden size={15} />
              {t("new")}
            </Link>
          </header>
          <div className="flex flex-wrap items-center gap-2 px-3">
            <label className="flex min-w-48 flex-1 items-center gap-2 rounded-md border border-line-strong bg-raised px-3 focus-within:border-accent">
              <Search aria-hidden className="text-ink-3" size={16} />
              <input
                aria-label={t("search")}
                className="min-w-0 flex-1 bg-transparent py-1.5 outline-none"
                maxLength={1_000}
                onChange={(event) => setTyped(event.target.value)}
                placeholder={t("search")}
                type="search"
                value={typed}
              />
            </label>
            <Choice
              label={t("filter.label")}
              onChange={setFilter}
              options={(["all", "offered", "withheld"] as const).map((value) => ({
                value,
                text: t(`filter.${value}`) + count(value),
              }))}
              value={filter}
            />
            <FolderChoice />
          </div>
          <SkillList filter={filter} query={query} />
        </div>
      </div>
    </PackDrop>
  );
}
