import type { Packs, Runtime } from "@skillmint/core";
import { createAreaWords, type Language } from "@skillmint/core/protocol";
import type { PackSource } from "@skillmint/core/protocol/api";
import type { Jobs } from "../jobs/create-jobs.ts";
import { packJobTexts } from "./pack-words.ts";
import { expandHome, hideSource, plainSource } from "./plain-source.ts";
import type { Shelf } from "./shelf.ts";

type InspectOptions = Parameters<Packs["inspect"]>[1];

/** What is read, and what may be said of it. */
export interface FoundSource {
  path: string;
  shown: string;
  /** What is noted of it, as its path is gone soon. */
  address?: string;
}

/** Refused where an upload is gone. */
export function findSource(source: PackSource, shelf: Shelf, { home }: Pick<Runtime, "home">): FoundSource {
  if ("address" in source) {
    const { address } = source;
    return { path: expandHome(address, home.user), shown: plainSource(address) };
  }
  const { path, name } = shelf.find(source.upload);
  return { path, shown: name, address: `upload:${name}` };
}

/** A job that reads a source: it tells how far it is, and what it says has neither credentials nor our own paths. */
export function startReading<Result>(
  jobs: Jobs,
  { path, shown }: FoundSource,
  about: { kind: string; language: Language },
  work: (path: string, options: Pick<InspectOptions, "signal" | "onProgress">) => Promise<Result>,
): { jobId: string } {
  const words = createAreaWords(packJobTexts, about.language);
  return jobs.start({
    ...about,
    subject: shown,
    work: async ({ signal, tell }) => {
      try {
        return await work(path, { signal, onProgress: (step) => tell(words(step)) });
      } catch (error) {
        throw hideSource(error, path, shown);
      }
    },
  });
}
