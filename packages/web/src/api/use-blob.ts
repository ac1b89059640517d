import { unspill, type Spilled } from "@skillmint/core/protocol";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useServices } from "../app/services.tsx";

/** What never changes is asked for once. */
const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: 300_000 } as const;

/** The text behind the digest that an event names. */
export function useBlobText(digest: string | undefined): string | undefined {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ["blob", digest],
    enabled: digest !== undefined,
    queryFn: async ({ signal }) => (await client.open(`/api/blobs/${digest}`, signal)).text(),
    ...forever,
  });
  return data;
}

/** An address that an `img` can show: images need the token too, so they are fetched first. */
export function useBlobUrl(digest: string, mediaType: string): string | undefined {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ["image", digest],
    queryFn: async ({ signal }) =>
      (await client.open(`/api/blobs/${digest}?type=${encodeURIComponent(mediaType)}`, signal)).blob(),
    ...forever,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url;
}

/** A field of an event with the long texts that were moved out of it; until they are there, with their beginnings. */
export function useWhole<T>(
  value: T,
  blobs: readonly Spilled[] | undefined,
  field: string,
  isWanted = true,
): T {
  const { client } = useServices();
  const own = blobs?.filter(({ path }) => path[0] === field) ?? [];
  const { data } = useQuery({
    queryKey: ["whole", field, ...own.map(({ blob }) => blob)],
    enabled: isWanted && own.length > 0,
    queryFn: ({ signal }) =>
      unspill(value, blobs, field, async (blob) => (await client.open(`/api/blobs/${blob}`, signal)).text()),
    ...forever,
  });
  return own.length > 0 ? (data ?? value) : value;
}
