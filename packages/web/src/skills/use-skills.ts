import { foldersApi, skillsApi } from "@skillmint/core/protocol/api";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useServices } from "../app/services.tsx";
import { ApiError } from "../api/client.ts";
import { usePlace } from "./use-place.ts";

/** What is refused is refused the second time too. */
const retry = (count: number, error: Error): boolean => !(error instanceof ApiError) && count < 1;

export function useSkills() {
  const { client } = useServices();
  const { place } = usePlace();
  return useQuery({
    queryKey: ["skills", "list", place],
    queryFn: ({ signal }) => client.call(skillsApi.listSkills, { query: place }, signal),
    refetchInterval: 15_000,
    retry,
  });
}

/** Those that have a word of the query, best first. */
export function useFoundSkills(q: string) {
  const { client } = useServices();
  const { place } = usePlace();
  return useQuery({
    queryKey: ["skills", "found", place, q],
    enabled: q !== "",
    queryFn: ({ signal }) =>
      client.call(skillsApi.searchSkills, { query: { ...place, q, limit: 100 } }, signal),
    placeholderData: keepPreviousData,
    retry,
  });
}

export function useSkill(id: string) {
  const { client } = useServices();
  const { place } = usePlace();
  return useQuery({
    queryKey: ["skills", "one", place, id],
    queryFn: ({ signal }) => client.call(skillsApi.getSkill, { params: { id }, query: place }, signal),
    retry,
  });
}

export function useSkillFile(id: string, path: string) {
  const { client } = useServices();
  const { place } = usePlace();
  return useQuery({
    queryKey: ["skills", "file", place, id, path],
    queryFn: ({ signal }) =>
      client.call(skillsApi.readSkillFile, { params: { id }, query: { ...place, path } }, signal),
    retry,
  });
}

export function useFolders() {
  const { client } = useServices();
  return useQuery({
    queryKey: ["folders"],
    queryFn: ({ signal }) => client.call(foldersApi.listFolders, {}, signal),
    retry,
  });
}

/** After something was done: all that is shown about skills is read again. */
export function useRefreshSkills(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["skills"] });
}

export function useSwitchSkill(id: string) {
  const { client } = useServices();
  const { place } = usePlace();
  const refresh = useRefreshSkills();
  return useMutation({
    mutationFn: (enabled: boolean) =>
      client.call(skillsApi.switchSkill, { params: { id }, body: { ...place, enabled } }),
    onSettled: refresh,
  });
}
