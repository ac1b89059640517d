import type { PlannedSkillReply } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { formatBytes } from "../design/format.ts";
import { Badge } from "../settings/parts/badge.tsx";
import { Facts } from "../settings/parts/facts.tsx";
import { FindingList } from "../skills/finding-list.tsx";
import { joinFindings } from "../skills/join-findings.ts";
import { useWords } from "../text/use-words.tsx";
import { installTexts } from "./install-texts.ts";
import { SignerFact } from "./signer-fact.tsx";
import { WishList } from "./wish-list.tsx";

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="min-w-0 text-sm">
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Badges({ skill }: { skill: PlannedSkillReply }): ReactNode {
  const t = useWords(installTexts);
  const { kind, sealed, same, before } = skill;
  return (
    <>
      {kind === "pack" ? (
        <Badge tone={sealed ? "warn" : "plain"}>{t(sealed ? "sealed" : "open")}</Badge>
      ) : null}
      {same ? <Badge tone="accent">{t("same")}</Badge> : null}
      {before && !same ? (
        <Badge>
          {before.version === undefined ? t("replaces") : t("update", { version: before.version })}
        </Badge>
      ) : null}
    </>
  );
}

/** Who vouches for it, and what that is worth. */
function Signed({ signer }: Pick<PlannedSkillReply, "signer">): ReactNode {
  const t = useWords(installTexts);
  if (!signer) return <span className="text-ink-3">{t("unsigned")}</span>;
  return <SignerFact signer={signer} state={t(`signer.${signer.state}`)} />;
}

/** One skill that would be installed: what it is, who signed it, what it wants, what is wrong with it. */
export function PlannedSkill({ skill, choice }: { skill: PlannedSkillReply; choice?: ReactNode }): ReactNode {
  const t = useWords(installTexts);
  const { name, version, description, about, signer, errors, warnings } = skill;
  const findings = joinFindings({ valid: errors.length === 0, errors, warnings }, []);
  const isUntrusted = signer !== undefined && signer.state !== "trusted";
  return (
    <article className="border-t border-line py-5 first:border-t-0 first:pt-0">
      <header className="mb-3 flex items-start gap-3">
        {choice}
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg font-semibold">
            <span className="min-w-0 break-words">{name}</span>
            {version === undefined ? null : <span className="text-sm font-normal text-ink-3">{version}</span>}
            <Badges skill={skill} />
          </h2>
          <p className="mt-0.5 max-w-reading break-words whitespace-pre-line text-ink-2">{description}</p>
        </div>
      </header>
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        <div className="min-w-0 space-y-2">
          <Facts
            facts={[
              [t("author"), about?.author],
              [t("license"), about?.license],
              [t("model"), about?.recommendedModel],
              [t("needs"), about?.requirements?.map((need) => need.name).join(", ")],
              [
                t("size"),
                skill.locked
                  ? undefined
                  : t("size.value", { files: skill.files, bytes: formatBytes(skill.bytes) }),
              ],
              [t("signer"), <Signed key="signer" signer={signer} />],
              [
                t("folder"),
                <code className="font-mono text-xs break-all" key="folder">
                  {skill.folder}
                </code>,
              ],
            ]}
          />
          {isUntrusted ? (
            <p className="text-xs text-ink-3">
              {signer.state === "unknown" ? `${t("signer.unknownNote")} ` : ""}
              {t("signer.untrustedNote")}
            </p>
          ) : null}
        </div>
        <div className="min-w-0 space-y-5" hidden={skill.locked}>
          <Part title={t("wishes")}>
            <WishList wishes={skill.wishes} />
          </Part>
          <Part title={t("findings")}>
            <FindingList findings={findings} />
          </Part>
        </div>
      </div>
    </article>
  );
}
