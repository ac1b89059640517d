import { stat } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { SkillmintError, type Language } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";
import { findProjectConfiguration } from "./find-project-configuration.ts";
import { findGitRoot, isWithin, realPathOf } from "./folder-chain.ts";
import type { Home } from "./home.ts";
import { validateJsonc } from "./jsonc-document.ts";
import { readJsonc, updateJsonc } from "./jsonc-file.ts";
import { shareReads } from "./share-reads.ts";

const trustFile = z.looseObject({
  /** By real path; what lies below is trusted too. */
  folders: z.record(z.string(), z.looseObject({ trustedAt: z.string().optional() })).optional(),
});

export interface TrustedFolder {
  /** A real path. */
  folder: string;
  trustedAt?: string;
}

export interface TrustChange {
  /** What was trusted or not any more: the root of the repository, or the folder itself. */
  folder: string;
  /** Whether anything is different now. */
  changed: boolean;
  /** A folder around it that is trusted as well: it alone makes everything below count. */
  coveredBy?: string;
}

/**
 * The folders whose configuration counts, kept in the home folder. Nothing inside a folder is read to decide about
 * it, and a link is judged by where it leads.
 */
export interface Trust {
  /** Whether a person trusted this folder or one around it. A folder that is not there is not trusted. */
  isTrusted(folder: string): Promise<boolean>;
  /** The trusted folder that this one lies in; the widest where there are several. */
  find(folder: string): Promise<TrustedFolder | undefined>;
  /**
   * Trusts the repository that the folder lies in, or the folder, and everything below. Refused with `usage` where
   * that is or contains the person's home folder, unless forced.
   */
  trust(folder: string, options?: { force?: boolean }): Promise<TrustChange>;
  /** Takes it back, for a folder that is gone as well. */
  untrust(folder: string): Promise<TrustChange>;
  list(): Promise<TrustedFolder[]>;
  /** The names of what the project brings along and what counts for nothing, because the folder is not trusted. */
  findIgnored(folder: string): Promise<string[]>;
}

function refuse(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

function coveringFolder(folders: readonly TrustedFolder[], real: string): TrustedFolder | undefined {
  return folders.find(({ folder }) => isWithin(real, folder));
}

/** What does not fit is no trust; the file is checked where it is read. */
function toFolders(value: unknown): TrustedFolder[] {
  return Object.entries(trustFile.safeParse(value).data?.folders ?? {})
    .filter(([folder]) => isAbsolute(folder))
    .map(([folder, { trustedAt }]) => ({ folder, ...(trustedAt === undefined ? {} : { trustedAt }) }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

export function createTrust(
  home: Pick<Home, "trust" | "user" | "root">,
  options: { language?: Language; now?: () => Date } = {},
): Trust {
  const words = createWords(options.language);
  const now = options.now ?? (() => new Date());

  async function list(): Promise<TrustedFolder[]> {
    return toFolders(validateJsonc(await readJsonc(home.trust, words), trustFile, words));
  }

  const find = shareReads(
    async (folder: string): Promise<TrustedFolder | undefined> => {
      const real = await realPathOf(folder);
      return real === undefined ? undefined : coveringFolder(await list(), real);
    },
    (folder) => folder,
  );

  async function isTooWide(real: string): Promise<boolean> {
    const isDrive = dirname(real) === real;
    return isDrive || isWithin((await realPathOf(home.user)) ?? home.user, real);
  }

  /** A repository that is the home folder, as some keep their dotfiles, says nothing about what lies in it. */
  async function unitOf(real: string): Promise<string> {
    const root = await findGitRoot(real);
    return root === undefined || (await isTooWide(root)) ? real : root;
  }

  return {
    list,
    find,
    isTrusted: async (folder) => (await find(folder)) !== undefined,
    findIgnored: async (folder) => ((await find(folder)) ? [] : findProjectConfiguration(folder, home)),
    async trust(folder, { force = false } = {}) {
      const real = await realPathOf(folder);
      if (real === undefined || !(await stat(real)).isDirectory()) {
        throw refuse(words("trust.noFolder", { folder: resolve(folder) }));
      }
      const unit = await unitOf(real);
      if (!force && (await isTooWide(unit))) throw refuse(words("trust.tooWide", { folder: unit }));
      await list();
      let around: TrustedFolder | undefined;
      const changed = await updateJsonc(
        home.trust,
        trustFile,
        (value) => {
          around = coveringFolder(toFolders(value), unit);
          return around ? [] : [[["folders", unit], { trustedAt: now().toISOString() }]];
        },
        words,
      );
      const coveredBy = around && around.folder !== unit ? around.folder : undefined;
      return { folder: unit, changed, ...(coveredBy === undefined ? {} : { coveredBy }) };
    },
    async untrust(folder) {
      const real = (await realPathOf(folder)) ?? resolve(folder);
      const unit = await unitOf(real);
      const meant = ({ folder: known }: TrustedFolder): boolean =>
        isWithin(real, known) && isWithin(known, unit);
      const changed =
        (await list()).some(meant) &&
        (await updateJsonc(
          home.trust,
          trustFile,
          (value) =>
            toFolders(value)
              .filter(meant)
              .map((known) => [["folders", known.folder], undefined] as const),
          words,
        ));
      const coveredBy = coveringFolder(await list(), real)?.folder;
      return { folder: unit, changed, ...(coveredBy === undefined ? {} : { coveredBy }) };
    },
  };
}
