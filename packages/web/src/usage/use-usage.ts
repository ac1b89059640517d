import { usageApi } from "@skillmint/core/protocol/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useServices } from "../app/services.tsx";
import { startOfRange, type Range } from "./usage-range.ts";

/** What was used up in the last days of the person's calendar. */
export function useUsage(range: Range) {
  const { client } = useServices();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return useQuery({
    queryKey: ["usage", range, zone],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const query = { from: startOfRange(range, now), zone };
      return { now, range, ...(await client.call(usageApi.getUsage, { query }, signal)) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}
