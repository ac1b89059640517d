import { skillsApi, type SkillPage } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { ArrowLeft, FolderOpen, Pencil, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { CopyButton } from "../design/copy-button.tsx";
import { PackActions } from "../packs/pack-actions.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { linkButton } from "./link-button.ts";
import { OfferBadge } from "./offer-badge.tsx";
import { Failed } from "./page-state.tsx";
import { addressOfSkill } from "./skill-address.ts";
import { SkillSwitch } from "./skill-switch.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { UseButton } from "./use-button.tsx";
import { usePlace } from "./use-place.ts";
import { useWordLayer } from "./use-word-layer.ts";

/** Says whether the folder is open now; where no window can be, the path to copy. */
function OpenFolder({ id }: { id: string }): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => client.call(skillsApi.openSkillFolder, { params: { id }, body: place }),
  });
  return (
    <>
      <Button disabled={isPending} onClick={() => mutate()}>
        <FolderOpen aria-hidden size={14} />
        {t("open")}
      </Button>
      <div className="order-last w-full empty:hidden" role="status">
        {error ? <Failed message={t("actionFailed", { message: wordError(error) })} /> : null}
        {data ? (
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
            {t(data.opened ? "opened" : "notOpened")}
            {data.opened ? null : (
              <>
                <code className="font-mono text-xs break-all">{data.folder}</code>
                <CopyButton text={data.folder} />
              </>
            )}
          </p>
        ) : null}
      </div>
    </>
  );
}

/** What skill this is, and what can be done with it. */
export function SkillHead({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(skillsTexts);
  const wordLayer = useWordLayer();
  const { to } = usePlace();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <header className="mb-6">
      <Link
        className="mb-3 inline-flex items-center gap-1.5 text-sm text-ink-3 hover:text-ink"
        to={to("/skills")}
      >
        <ArrowLeft aria-hidden size={14} />
        {t("back")}
      </Link>
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-lg font-semibold break-words">{skill.name}</h1>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2.5 text-xs text-ink-3">
            <span>{wordLayer(skill.layer)}</span>
            {skill.plugin === undefined ? null : <span>{skill.plugin}</span>}
            <OfferBadge standing={skill} />
          </p>
        </div>
        <div className="pt-1">
          <SkillSwitch skill={skill} />
        </div>
      </div>
      <p className="mt-3 max-w-reading break-words whitespace-pre-line text-ink-2">{skill.description}</p>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <UseButton skill={skill} />
        {skill.editable ? (
          <Link className={linkButton("plain")} to={to(`${addressOfSkill(skill.id)}/edit`)}>
            <Pencil aria-hidden size={14} />
            {t("edit")}
          </Link>
        ) : null}
        <OpenFolder id={skill.id} />
        <PackActions skill={skill} />
        {skill.layer === "user" ? (
          <Button look="danger" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden size={14} />
            {t("delete")}
          </Button>
        ) : null}
      </div>
      <DeleteDialog isOpen={isDeleting} onClose={() => setDeleting(false)} skill={skill} />
    </header>
  );
}
