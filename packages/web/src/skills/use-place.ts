import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { idOfAddress } from "./skill-address.ts";

export interface Place {
  /** What requests are about; the server's own folder where it is empty. */
  place: { folder?: string };
  /** The file that is shown, from the address. */
  file: string | undefined;
  /** An address that stays with the folder. */
  to(path: string, more?: Readonly<Record<string, string>>): string;
}

/** Where the page stands, from its address. The router decodes addresses by halves, so the browser's is read. */
export function usePlace(): Place {
  useSearch();
  const { search } = globalThis.location;
  return useMemo(() => {
    const params = new URLSearchParams(search);
    const folder = params.get("folder");
    const place = folder === null ? {} : { folder };
    return {
      place,
      file: params.get("file") ?? undefined,
      to(path, more = {}) {
        const next = new URLSearchParams({ ...place, ...more });
        return next.size === 0 ? path : `${path}?${next}`;
      },
    };
  }, [search]);
}

export function useSkillId(): string {
  useLocation();
  return idOfAddress(globalThis.location.pathname);
}
