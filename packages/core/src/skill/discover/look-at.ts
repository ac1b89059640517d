import { lstatSync, type BigIntStats } from "node:fs";
import { sep } from "node:path";
import type { Translate } from "../../protocol/index.ts";
import { sidecarPath } from "../parse/sidecar.ts";
import { isInside, realPathOf, systemCode } from "./folders.ts";
import { describeProblem, type Problems } from "./problems.ts";

export interface SeenFile {
  file: string;
  stats: BigIntStats;
}

/** `blocked`: something is there that cannot be a skill, and the problem was told. */
export type Seen = SeenFile | "none" | "blocked";

/**
 * What a name in a folder is, without opening it: a regular file, or a link to one that stays in what `confines` gives.
 * Whatever could block or leads elsewhere is a problem.
 */
export function lookAt(
  folder: string,
  name: string,
  confines: () => string,
  problems: Problems,
  t: Translate,
): Seen {
  const file = folder + sep + name;
  try {
    const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return "none";
    if (stats.isFile()) return { file, stats };
    if (!stats.isSymbolicLink()) {
      problems.add(describeProblem(file, "skill-not-a-file", t));
      return "blocked";
    }
    return followFile(file, confines(), problems, t);
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    const message = t("discover.skill-unreadable", { reason });
    problems.add({ path: file, severity: "warning", code: "skill-unreadable", message });
    return "blocked";
  }
}

function followFile(file: string, confines: string, problems: Problems, t: Translate): Seen {
  const target = realPathOf(file);
  const stats = target === undefined ? undefined : lstatSync(target, { bigint: true, throwIfNoEntry: false });
  if (target === undefined || stats === undefined) {
    problems.add(describeProblem(file, "skill-link-broken", t));
    return "blocked";
  }
  if (!isInside(confines, target)) {
    problems.add(describeProblem(file, "skill-link-outside", t));
    return "blocked";
  }
  if (!stats.isFile()) {
    problems.add(describeProblem(file, "skill-not-a-file", t));
    return "blocked";
  }
  return { file: target, stats };
}

/** Codex's file in a skill's folder, if there is one. What is odd about it is no one's concern. */
export function lookBeside(folder: string): SeenFile | undefined {
  const file = folder + sep + sidecarPath;
  try {
    const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() ? { file, stats } : undefined;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
