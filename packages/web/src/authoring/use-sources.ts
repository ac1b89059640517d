import { evalsApi, sessionsApi } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../app/services.tsx";
import { usePlace } from "../skills/use-place.ts";

/** The newest sessions of people, for a choice. */
export function useRecentSessions() {
  const { client } = useServices();
  return useQuery({
    queryKey: ["sessions", "recent"],
    queryFn: async ({ signal }) => {
      const rows = await client.call(sessionsApi.listSessions, { query: { limit: 60 } }, signal);
      return rows.filter(({ parentSessionId }) => parentSessionId === undefined);
    },
  });
}

/** The cases of a skill's evals; not asked for without a skill. */
export function useEvalCases(skill: string | undefined) {
  const { client } = useServices();
  const { place } = usePlace();
  return useQuery({
    queryKey: ["skills", "evals", place, skill],
    enabled: skill !== undefined,
    queryFn: ({ signal }) =>
      client.call(evalsApi.listEvals, { params: { id: skill ?? "" }, query: place }, signal),
    retry: false,
  });
}
