/** What is fetched or read of one source at most. */
export const sourceLimits = {
  /** Of a download, and of all files together. */
  bytes: 200 * 1024 * 1024,
  files: 10_000,
  /** For a whole download. */
  fetchMs: 120_000,
  gitMs: 180_000,
  /** Of an index of skills. */
  indexBytes: 1024 * 1024,
  indexSkills: 100,
};

export const megabytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024));
