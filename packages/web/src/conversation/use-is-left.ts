import { sessionsApi } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../app/services.tsx";
import type { SessionState } from "../session/session-store.ts";

/** Whether a run began, or was asked for, and nobody works on it any more. The log cannot say so: nobody is left to write it. */
export function useIsLeft({ id, view }: SessionState): boolean {
  const { client } = useServices();
  const isUnderWay = view !== undefined && (view.run !== null || view.lastInput > (view.ended?.seq ?? 0));
  const { data } = useQuery({
    queryKey: ["session", id],
    enabled: isUnderWay,
    queryFn: ({ signal }) => client.call(sessionsApi.getSession, { params: { id } }, signal),
    refetchInterval: 4_000,
  });
  return isUnderWay && data?.state === "interrupted";
}
