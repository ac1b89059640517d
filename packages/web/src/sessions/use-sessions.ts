import { sessionsApi, type SessionRow } from "@skillmint/core/protocol/api";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useServices } from "../app/services.tsx";

const pageSize = 60;

/** Sessions, newest first, page by page. Others may work too: the list looks again by itself. */
export function useSessions() {
  const { client } = useServices();
  return useInfiniteQuery({
    queryKey: ["sessions"],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }): Promise<SessionRow[]> =>
      client.call(
        sessionsApi.listSessions,
        { query: { limit: pageSize, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        signal,
      ),
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.updatedAt),
    refetchInterval: 4_000,
  });
}

export function useSearch(query: string) {
  const { client } = useServices();
  return useQuery({
    queryKey: ["search", query],
    enabled: query !== "",
    queryFn: ({ signal }) => client.call(sessionsApi.searchSessions, { query: { q: query } }, signal),
  });
}
