import { sessionsApi } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../api/client.ts";
import { useServices } from "../app/services.tsx";
import type { SessionState } from "../session/session-store.ts";

export interface Standing {
  /** A run began, or was asked for, and nobody works on it any more. */
  isLeft: boolean;
  /** Somebody deleted it. */
  isGone: boolean;
  /** After a request that failed: it may be gone. */
  lookAgain(error: unknown): never;
}

/** What the log of a session cannot say, because nobody is left to write it: the server is asked. */
export function useStanding({ id, view }: SessionState): Standing {
  const { client } = useServices();
  const isUnderWay = view !== undefined && (view.run !== null || view.lastInput > (view.ended?.seq ?? 0));
  const { data, error, refetch } = useQuery({
    queryKey: ["session", id],
    queryFn: ({ signal }) => client.call(sessionsApi.getSession, { params: { id } }, signal),
    refetchInterval: isUnderWay ? 4_000 : false,
  });
  return {
    isLeft: isUnderWay && data?.state === "interrupted",
    isGone: error instanceof ApiError && error.status === 404,
    lookAgain(failure) {
      void refetch();
      throw failure;
    },
  };
}
