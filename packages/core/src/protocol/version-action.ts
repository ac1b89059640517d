/**
 * What made a kept state of a skill. `found`: how it was before the first change that was kept, or after a change that
 * was made elsewhere. `recorded`: its tests were written anew.
 */
export const versionActions = [
  "found",
  "created",
  "updated",
  "enhanced",
  "recorded",
  "rolled-back",
  "installed",
] as const;
