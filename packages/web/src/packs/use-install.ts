import {
  installedSkills,
  installPlan,
  packsApi,
  type InstalledSkillsReply,
  type InstallPlanReply,
  type PackKeySent,
  type PackSource,
  type PlannedSkillReply,
} from "@skillmint/core/protocol/api";
import { useState } from "react";
import { useServices } from "../app/services.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useRefreshSkills } from "../skills/use-skills.ts";
import type { Agreement } from "./agreement.ts";
import { JobFailed } from "./run-job.ts";
import { uploadFile } from "./upload-file.ts";
import { useJob, type JobWork } from "./use-job.ts";

/** What a person wants to look into. */
export type Wanted = { file: File } | { source: PackSource };

interface Look {
  wanted: Wanted;
  isProject: boolean;
  key?: PackKeySent | undefined;
}

interface Confirmed {
  skills: readonly Pick<PlannedSkillReply, "name" | "digest">[];
  agreement: Agreement;
}

export interface Install {
  looking: JobWork<Look, InstallPlanReply>;
  /** What was found last; of a sealed pack only what its manifest says, until its key is given. */
  plan: InstallPlanReply | undefined;
  installing: JobWork<Confirmed, InstalledSkillsReply>;
  /** The name of a file on its way to the server. */
  sending: string | undefined;
  /** Only its key opens what was found. */
  isLocked: boolean;
  /** A key was given, and is not the right one. */
  isWrongKey: boolean;
  look(wanted: Wanted, isProject: boolean): void;
  /** Looks again at the same, with a key. */
  unlock(key: PackKeySent): void;
  again(): void;
  install(confirmed: Confirmed): void;
  restart(): void;
}

/** From what is wanted over what is in it to what was installed. */
export function useInstall(): Install {
  const { client } = useServices();
  const { place } = usePlace();
  const refresh = useRefreshSkills();
  const [last, setLast] = useState<Look>();
  const [sending, setSending] = useState<string>();
  const [plan, setPlan] = useState<InstallPlanReply>();

  /** Sends a file once; from then on it is named by what the server called it. */
  async function toSource(look: Look): Promise<PackSource> {
    if ("source" in look.wanted) return look.wanted.source;
    const { file } = look.wanted;
    setSending(file.name);
    try {
      const source = { upload: (await uploadFile(client, file)).id };
      setLast({ ...look, wanted: { source } });
      return source;
    } finally {
      setSending(undefined);
    }
  }

  const looking = useJob(
    installPlan,
    async (look: Look) => {
      setLast(look);
      const source = await toSource(look);
      const { isProject, key } = look;
      const body = { ...place, source, project: isProject, ...(key ? { key } : {}) };
      return client.call(packsApi.inspectSource, { body });
    },
    setPlan,
  );
  const installing = useJob(
    installedSkills,
    ({ skills, agreement }: Confirmed) => {
      if (!last || !("source" in last.wanted)) throw new Error("nothing was looked at");
      const { wanted, isProject, key } = last;
      const chosen = skills.map(({ name, digest }) => ({ name, digest }));
      const about = { ...place, source: wanted.source, project: isProject, ...(key ? { key } : {}) };
      return client.call(packsApi.installSource, { body: { ...about, ...agreement, skills: chosen } });
    },
    () => {
      setLast(undefined);
      void refresh();
    },
  );
  const { error, isRunning } = looking;
  const isRefused = error instanceof JobFailed && error.code === "pack-locked";
  const isTrying = isRunning && last?.key !== undefined;
  return {
    looking,
    plan,
    installing,
    sending,
    isLocked: isRefused || isTrying || (plan?.skills.some((skill) => skill.locked) ?? false),
    isWrongKey: isRefused && last?.key !== undefined,
    look: (wanted, isProject) => {
      setPlan(undefined);
      looking.start({ wanted, isProject });
    },
    unlock: (key) => (last ? looking.start({ ...last, key }) : undefined),
    again: () => {
      installing.reset();
      setPlan(undefined);
      if (last) looking.start(last);
    },
    install: installing.start,
    restart: () => {
      looking.reset();
      installing.reset();
      setLast(undefined);
      setPlan(undefined);
    },
  };
}
