import { packsApi, type ListedInstallReply, type SkillPage } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../app/services.tsx";
import { usePlace } from "../skills/use-place.ts";

type Named = Pick<SkillPage, "layer" | "name" | "folder">;

/** The entry of the lockfile that a skill was installed by; undefined where it was not, or nobody knows yet. */
export function findEntry(
  { layer, name, folder }: Named,
  rows: readonly ListedInstallReply[],
): ListedInstallReply | undefined {
  return rows.find((row) =>
    row.kind === "pack" ? layer === "pack" && row.name === name : layer !== "pack" && row.folder === folder,
  );
}

const layers = new Set(["pack", "user", "project"]);

export function useInstalled(skill: Named): ListedInstallReply | undefined {
  const { client } = useServices();
  const { place } = usePlace();
  const query = { ...place, project: skill.layer === "project" ? ("true" as const) : ("false" as const) };
  const { data } = useQuery({
    queryKey: ["skills", "installs", query],
    enabled: layers.has(skill.layer),
    queryFn: ({ signal }) => client.call(packsApi.listInstalls, { query }, signal),
    retry: false,
  });
  return data && findEntry(skill, data);
}
