import type { Guard, GuardOptions } from "./guard.ts";

/** Loads what connects when it is first asked. */
export function createGuard(options: GuardOptions = {}): Guard {
  let opened: Promise<Pick<Guard, "check" | "fetch" | "close">> | undefined;
  const open = () => (opened ??= import("./open-guard.ts").then(({ openGuard }) => openGuard(options)));
  return {
    check: async (url) => (await open()).check(url),
    fetch: async (url, request) => (await open()).fetch(url, request),
    allowing: (hosts) => createGuard({ ...options, allow: () => [...(options.allow?.() ?? []), ...hosts] }),
    close: async () => (await opened)?.close(),
  };
}
