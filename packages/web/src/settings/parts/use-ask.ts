import type { Endpoint, ReplyOf, Sent } from "@skillmint/core/protocol/api";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useServices } from "../../app/services.tsx";

/** What the server says now. Asked again after every change. */
export function useAsk<E extends Endpoint>(endpoint: E, sent: Sent<E>): UseQueryResult<ReplyOf<E>> {
  const { client } = useServices();
  return useQuery({
    queryKey: ["api", endpoint.path, sent],
    queryFn: ({ signal }) => client.call(endpoint, sent, signal),
  });
}
