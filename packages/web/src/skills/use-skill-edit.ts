import { skillsApi, type SkillPage, type SkillRow } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/client.ts";
import { useServices } from "../app/services.tsx";
import { keep, readKept } from "./kept.ts";
import { usePlace } from "./use-place.ts";
import { useRefreshSkills } from "./use-skills.ts";

/** What was written, and the state of the file that it was begun on. */
interface Draft {
  text: string;
  digest: string;
}

export interface SkillEdit {
  text: string;
  /** There is something to save. */
  isChanged: boolean;
  /** The file is no longer the one that the writing began on. */
  isStale: boolean;
  /** The browser has the draft, whatever happens to the page. */
  isKept: boolean;
  isSaving: boolean;
  /** Why the last saving failed, where that is not shown as stale. */
  error: Error | null;
  change(text: string): void;
  /** Writes over what is on disk now. */
  keepMine(): void;
  discard(): void;
  save(): void;
}

/** Changing a SKILL.md. A draft is kept until it is saved or discarded, and never saved over a text it did not see. */
export function useSkillEdit(skill: SkillPage, onSaved: (row: SkillRow) => void): SkillEdit {
  const { client } = useServices();
  const { place } = usePlace();
  const refresh = useRefreshSkills();
  const { id } = skill;
  const key = `skill-${place.folder ?? ""}-${id}`;
  const [draft, setDraft] = useState<Draft | undefined>(() => readKept(key, { text: "", digest: "" }));
  const [isKept, setKept] = useState(true);
  const put = (next: Draft | undefined): void => {
    setDraft(next);
    setKept(keep(key, next));
  };
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ text, digest }: Draft) =>
      client.call(skillsApi.updateSkill, { params: { id }, body: { ...place, text, digest } }),
    onSuccess: (row) => {
      put(undefined);
      onSaved(row);
    },
    onSettled: refresh,
  });
  const isStale = draft !== undefined && draft.digest !== skill.digest && draft.text !== skill.text;
  const isConflict = error instanceof ApiError && error.status === 409;
  return {
    text: draft?.text ?? skill.text,
    isChanged: draft !== undefined && draft.text !== skill.text,
    isStale,
    isKept,
    isSaving: isPending,
    error: isConflict && isStale ? null : error,
    change(text) {
      put(text === skill.text ? undefined : { text, digest: draft?.digest ?? skill.digest });
    },
    keepMine() {
      reset();
      if (draft) put({ ...draft, digest: skill.digest });
    },
    discard() {
      reset();
      put(undefined);
    },
    save() {
      if (draft) mutate(draft);
    },
  };
}
