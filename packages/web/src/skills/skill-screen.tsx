import type { SkillPage } from "@skillmint/core/protocol/api";
import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "wouter";
import { SkillTabs } from "../authoring/skill-tabs.tsx";
import { InstalledPart } from "../packs/installed-part.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { Approval } from "./approval.tsx";
import { FileTree } from "./file-tree.tsx";
import { FileView } from "./file-view.tsx";
import { FindingList } from "./finding-list.tsx";
import { joinFindings } from "./join-findings.ts";
import { Failed, LoadingLines } from "./page-state.tsx";
import { RequirementList } from "./requirement-list.tsx";
import { SkillFacts } from "./skill-facts.tsx";
import { SkillHead } from "./skill-head.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { TrustButton } from "./trust-button.tsx";
import { usePlace, useSkillId } from "./use-place.ts";
import { useSkill } from "./use-skills.ts";
import { isActionable, wordReason } from "./word-reason.ts";

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="text-sm">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Why it is not offered, where that wants to be known first. */
function WhyNot({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(skillsTexts);
  if (skill.offered) return null;
  const tone = isActionable(skill) ? "bg-warn-soft text-warn" : "bg-panel text-ink-2";
  return (
    <div className={`mb-6 flex flex-wrap items-center gap-3 rounded-md px-3 py-2 text-sm ${tone}`}>
      <p className="min-w-0 flex-1 basis-60 break-words">{wordReason(skill, t)}</p>
      {skill.reason === "untrusted" ? <TrustButton /> : null}
    </div>
  );
}

function Loaded({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(skillsTexts);
  const { file } = usePlace();
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (file !== undefined) shown.current?.scrollIntoView({ block: "nearest" });
  }, [file]);
  const rules = skill.fields["allowedTools"];
  return (
    <>
      <SkillHead skill={skill} />
      <SkillTabs skill={skill} />
      <WhyNot skill={skill} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <article className="min-w-0 scroll-mt-4" ref={shown}>
          <FileView path={file} skill={skill} />
        </article>
        <div className="min-w-0 space-y-7">
          <Part title={t("files")}>
            <FileTree shown={file} skill={skill} />
          </Part>
          {Array.isArray(rules) && rules.length > 0 ? (
            <Part title={t("tools")}>
              <Approval id={skill.id} />
            </Part>
          ) : null}
          <Part title={t("requirements")}>
            <RequirementList requirements={skill.requirements} />
          </Part>
          <Part title={t("check")}>
            <FindingList findings={joinFindings(skill.check, skill.diagnostics)} />
          </Part>
          <InstalledPart skill={skill} />
          <Part title={t("about")}>
            <SkillFacts skill={skill} />
          </Part>
        </div>
      </div>
    </>
  );
}

/** Everything about one skill. */
export default function SkillScreen(): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  const { to } = usePlace();
  const id = useSkillId();
  const { data, error, refetch } = useSkill(id);
  return (
    <div className="relative h-full overflow-y-auto" key={id} tabIndex={0}>
      <div className="mx-auto w-full max-w-[72rem] px-4 py-5 sm:px-8">
        {data ? <Loaded skill={data} /> : error ? null : <LoadingLines />}
        {error && !data ? (
          <>
            <Link className="text-sm text-ink-3 hover:text-ink" to={to("/skills")}>
              {t("back")}
            </Link>
            <Failed message={t("failed.one", { message: wordError(error) })} onRetry={() => void refetch()} />
          </>
        ) : null}
      </div>
    </div>
  );
}
