import type { Page } from "./page.ts";

export interface PageCache {
  /** The page as it was got not long ago. */
  get(url: string): Page | undefined;
  /** Only whole pages are kept. */
  set(url: string, page: Page): void;
}

export interface PageCacheOptions {
  ttlMs?: number;
  maxEntries?: number;
  maxBytes?: number;
  now?: () => number;
}

function sizeOf({ body }: Page): number {
  if (body.kind === "text") return body.text.length * 2;
  return body.kind === "binary" ? 0 : body.data.length;
}

/** Pages of the last minutes, the oldest given up first. */
export function createPageCache(options: PageCacheOptions = {}): PageCache {
  const { ttlMs = 15 * 60_000, maxEntries = 64, maxBytes = 32 * 1024 * 1024 } = options;
  const now = options.now ?? (() => performance.now());
  const kept = new Map<string, { page: Page; until: number; size: number }>();
  let total = 0;

  function remove(url: string): void {
    total -= kept.get(url)?.size ?? 0;
    kept.delete(url);
  }

  return {
    get(url) {
      const entry = kept.get(url);
      if (entry && entry.until > now()) return entry.page;
      remove(url);
      return undefined;
    },
    set(url, page) {
      const size = sizeOf(page);
      if (page.partial !== undefined || page.status >= 400 || size > maxBytes / 4) return;
      remove(url);
      kept.set(url, { page, until: now() + ttlMs, size });
      total += size;
      for (const oldest of kept.keys()) {
        if (kept.size <= maxEntries && total <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}
