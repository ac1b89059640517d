import type { Diagnostic } from "../../protocol/index.ts";
import { maxSkillBytes } from "../parse/limits.ts";
import type { FoundSkill } from "../skill.ts";
import { collectRoots, type RealRoot } from "./collect-roots.ts";
import type { LayerContext, SkillLayer } from "./layer.ts";
import { createBoundedReader } from "./read-bounded.ts";
import { describeRead, readHead } from "./read-head.ts";
import { scanCommands } from "./scan-commands.ts";
import { scanLimits, scanRoot, type ScanLimits } from "./scan-root.ts";
import type { Sighting } from "./sighting.ts";
import { createSkillIndex, type LastLook } from "./skill-index.ts";
import { createTimeSlice, type TimeSlice } from "./time-slice.ts";
import { toFound } from "./to-found.ts";

export interface Discovered {
  /**
   * Strongest layer first, inside it by `order`. Each folder is there once. They are shared between calls: not to
   * be changed.
   */
  skills: FoundSkill[];
  /** What was wrong with places that gave no skill. What is wrong with a skill stands in its own diagnostics. */
  diagnostics: Diagnostic[];
}

export interface SkillFinder {
  /** What is on disk now. Cheap enough to be asked before every prompt: files that did not change are not read. */
  find(context: LayerContext): Promise<Discovered>;
  /** Writes what the index file does not hold yet. */
  close(): Promise<void>;
}

export interface FinderOptions {
  /** Strongest first. */
  layers: readonly SkillLayer[];
  /** Where to remember what files said, over restarts. Anything may happen to it: it is only a memory. */
  indexFile?: string;
  /** The version of the product: what another one remembered is not believed. */
  edition?: string;
  limits?: Partial<ScanLimits>;
  now?: () => number;
}

/** Saving waits until whoever asked had their answer for a while. */
const saveAfterMs = 500;

export function createSkillFinder(options: FinderOptions): SkillFinder {
  const limits = { ...scanLimits, ...options.limits };
  const { indexFile, edition = "", now = Date.now } = options;
  const index = createSkillIndex({ edition, ...(indexFile === undefined ? {} : { file: indexFile }) });
  let last: LastLook = { folders: [], files: () => [] };
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  const save = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(() => index.save(last));
    return saving;
  };

  return {
    async find(context) {
      const slice = createTimeSlice();
      const { roots, diagnostics } = await collectRoots(options.layers, context);
      const look = createLook(context, slice);
      for (const each of roots) await look.at(each);
      last = { folders: roots.map(({ real }) => real), files: look.files };
      if (index.isChanged && timer === undefined) {
        timer = setTimeout(() => void save(), saveAfterMs);
        timer.unref();
      }
      return { skills: look.skills, diagnostics: [...diagnostics, ...look.diagnostics] };
    },
    close: save,
  };

  function createLook(context: LayerContext, slice: TimeSlice) {
    const { t } = context;
    const skills: FoundSkill[] = [];
    const diagnostics: Diagnostic[] = [];
    const seen = new Set<string>();
    const tools = { index, reader: createBoundedReader(), language: t("discover.language"), t, now };
    const headOf = (sighting: Sighting) => {
      if (sighting.stats.size > maxSkillBytes)
        return { problem: describeRead(sighting.file, { problem: "too-large" }, t) };
      return index.get(sighting, tools.language) ?? readHead(sighting, tools);
    };
    return {
      skills,
      diagnostics,
      files: () => skills.map(({ file }) => file),
      async at({ root, real }: RealRoot): Promise<void> {
        const scan = await (root.kind === "commands" ? scanCommands : scanRoot)(root, real, {
          t,
          slice,
          limits,
        });
        const problems = [...scan.diagnostics];
        const before = skills.length;
        for (const sighting of scan.sightings) {
          const key = sighting.command === undefined ? sighting.folder : sighting.file;
          if (seen.has(key)) continue;
          seen.add(key);
          if (slice.isOver()) await slice.rest();
          const head = headOf(sighting);
          if ("problem" in head) problems.push(head.problem);
          else skills.push(toFound(sighting, root, head));
        }
        const count = skills.length - before;
        if (root.trusted) diagnostics.push(...problems);
        else if (count > 0) {
          const message = t("discover.folder-untrusted", { count });
          diagnostics.push({ path: real, severity: "warning", code: "folder-untrusted", message });
        }
      },
    };
  }
}
