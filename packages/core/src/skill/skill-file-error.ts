import type { Translate } from "../protocol/index.ts";

/**
 * Why a file of a skill was not given. `not-found` is also what is forbidden: nobody learns from the answer what
 * lies outside.
 */
export type SkillFileProblem = "not-found" | "too-large" | "digest-count" | "digest-size" | "unreadable";

const marker = Symbol.for("skillmint.skill-file-error");

/** A file of a skill that cannot be read, or too many of them. */
export class SkillFileError extends Error {
  readonly [marker] = true;
  readonly code: SkillFileProblem;
  /** As it was asked for. */
  readonly path: string;
  readonly limit: number;

  constructor(code: SkillFileProblem, path: string, options: { limit?: number; cause?: unknown } = {}) {
    super(`${code}: ${path.slice(0, 200)}`, { cause: options.cause });
    this.name = "SkillFileError";
    this.code = code;
    this.path = path;
    this.limit = options.limit ?? 0;
  }

  static is(value: unknown): value is SkillFileError {
    return typeof value === "object" && value !== null && marker in value;
  }

  /** For a person or a model. */
  explain(t: Translate): string {
    const { code, path, limit } = this;
    if (code === "too-large") return t("discover.file.too-large", { path, limit });
    if (code === "digest-count") return t("discover.file.digest-count", { limit });
    if (code === "digest-size") return t("discover.file.digest-size", { limit });
    if (code === "unreadable") return t("discover.file.unreadable", { path });
    return t("discover.file.not-found", { path });
  }
}
