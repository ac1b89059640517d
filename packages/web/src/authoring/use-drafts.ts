import { authoringApi } from "@skillmint/core/protocol/api";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/client.ts";
import { useServices } from "../app/services.tsx";
import { usePlace } from "../skills/use-place.ts";

const retry = (count: number, error: Error): boolean => !(error instanceof ApiError) && count < 1;

export function useDrafts() {
  const { client } = useServices();
  return useQuery({
    queryKey: ["drafts"],
    queryFn: ({ signal }) => client.call(authoringApi.listDrafts, {}, signal),
    // Proposals come some time after a run.
    refetchInterval: 5_000,
    retry,
  });
}

export function useDraft(id: string) {
  const { client } = useServices();
  const { place } = usePlace();
  return useQuery({
    queryKey: ["drafts", place, id],
    queryFn: ({ signal }) => client.call(authoringApi.getDraft, { params: { id }, query: place }, signal),
    retry,
  });
}

export function useDraftFile(id: string, digest: string, path: string) {
  const { client } = useServices();
  return useQuery({
    queryKey: ["drafts", id, digest, path],
    queryFn: ({ signal }) =>
      client.call(authoringApi.readDraftFile, { params: { id }, query: { path } }, signal),
    retry,
  });
}

export function useRefreshDrafts(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["drafts"] });
}
