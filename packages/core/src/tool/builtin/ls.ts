import type { Dirent } from "node:fs";
import { opendir, readlink } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { escapeControls } from "../../workspace/escape-controls.ts";
import { handlePath, openFolder } from "../../workspace/open-resolved.ts";
import {
  defineTool,
  textResult,
  ToolFailure,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../define-tool.ts";
import { createDescribedPath } from "./described-path.ts";
import { compileGlob, type GlobMatch } from "./glob-pattern.ts";
import { wordLeftOut } from "./left-out.ts";

const shownEntries = 500;
const maxChars = 26_000;
const maxLooked = 200_000;

export function createLsTool(t: Translate): Tool {
  const target = createDescribedPath({ name: "LS", access: "read", failed: "builtin.ls.failed", t });
  return defineTool({
    name: "LS",
    description: t("builtin.ls.description"),
    input: z.object({
      path: z.string().min(1).optional().describe(t("builtin.ls.path")),
      ignore: z.array(z.string().min(1)).max(100).optional().describe(t("builtin.ls.ignore")),
    }),
    aliases: { directory: "path", folder: "path", base_dir: "path", dir: "path", file_path: "path" },
    effect: "read",
    describe: (input, workspace) => target.describe(input, input.path, workspace),
    run: (input, context) =>
      target.touch(input, input.path, context, async (resolved) => {
        const ignored = (input.ignore ?? []).map((pattern) => compile(pattern, context.t));
        const listing = await list(resolved.real, ignored, context);
        return present(listing, context.workspace.display(resolved.real), context.t);
      }),
  });
}

function compile(pattern: string, t: Translate): GlobMatch {
  const match = compileGlob(pattern);
  if (match === undefined) {
    throw new ToolFailure(t("builtin.glob.invalid", { reason: t("builtin.glob.tooLong") }));
  }
  return match;
}

interface Listing {
  entries: Dirent[];
  /** Where the shown links lead. */
  links: Map<string, string>;
  complete: boolean;
  /** What is said about what is not shown. */
  left: string[];
}

/** What is in a folder, by name. Links are read, never followed. */
async function list(real: string, ignored: readonly GlobMatch[], context: ToolContext): Promise<Listing> {
  const { signal, workspace, t } = context;
  const folder = await openFolder(real);
  const judge = context.judgeBelow(real, "names");
  /** A link is also what it names and where it leads in the end. */
  const isOpen = async (entry: Dirent): Promise<boolean> => {
    if (judge === undefined) return true;
    const place = path.join(real, entry.name);
    if (!judge.isOpen(place)) return false;
    if (!entry.isSymbolicLink()) return true;
    const [named, resolved] = await Promise.allSettled([
      readlink(handlePath(folder, real, entry.name)),
      workspace.resolve(place),
    ]);
    const targets = [
      ...(named.status === "fulfilled" ? [path.resolve(real, named.value)] : []),
      ...(resolved.status === "fulfilled" ? [resolved.value.real] : []),
    ];
    return targets.every((target) => judge.isOpen(target));
  };
  try {
    const entries: Dirent[] = [];
    let looked = 0;
    for await (const entry of await opendir(handlePath(folder, real), { bufferSize: 256 })) {
      signal.throwIfAborted();
      if (++looked > maxLooked) break;
      if (!ignored.some((match) => match(entry.name)) && (await isOpen(entry))) entries.push(entry);
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const links = new Map<string, string>();
    for (const entry of entries.slice(0, shownEntries).filter((one) => one.isSymbolicLink())) {
      const [read] = await Promise.allSettled([readlink(handlePath(folder, real, entry.name))]);
      if (read.status === "fulfilled") links.set(entry.name, read.value);
    }
    const left = await wordLeftOut(judge, real, [], t);
    return { entries, links, complete: looked <= maxLooked, left };
  } finally {
    await folder.close();
  }
}

function present({ entries, links, complete, left }: Listing, folder: string, t: Translate): ToolResult {
  const shown: string[] = [];
  let chars = 0;
  for (const entry of entries.slice(0, shownEntries)) {
    const link = links.get(entry.name);
    const end = entry.isDirectory() ? "/" : link === undefined ? "" : ` -> ${link}`;
    const line = escapeControls(entry.name + end);
    chars += line.length + 1;
    if (chars > maxChars && shown.length > 0) break;
    shown.push(line);
  }
  const more = entries.length - shown.length;
  const notes = [
    ...(more > 0 ? [t("builtin.ls.more", { more })] : []),
    ...(complete ? [] : [t("builtin.glob.stopped")]),
    ...left,
  ];
  const lines = shown.length === 0 ? [t("builtin.ls.empty")] : shown;
  return textResult([`${folder}:`, ...lines, ...notes].join("\n"), { count: entries.length });
}
