import type { SkillVersion } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-code.ts";
import { oneLine, sanitize } from "../render/sanitize.ts";
import { confirm } from "./confirm.ts";
import { usage } from "./run-flags.ts";
import { openFiles, wordTime } from "./skills-drafts.ts";
import { plain } from "./skills-place.ts";

type Words = Awaited<ReturnType<typeof openFiles>>["words"];

function parseVersion(words: Words, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw usage(words("history.badVersion", { value: plain(value) }));
  return Number(value);
}

function wordAction(words: Words, { action, restored = 0 }: SkillVersion): string {
  return action === "rolled-back" ? words("action.rolled-back", { restored }) : words(`action.${action}`);
}

function wordVersion(words: Words, one: SkillVersion): string {
  const row = words("history.row", {
    mark: one.current ? "*" : " ",
    version: String(one.version).padStart(3),
    when: wordTime(one.at),
    action: wordAction(words, one).padEnd(10),
    by: words(`by.${one.by}`),
    files: one.files,
  });
  return one.why === undefined ? row : `${row}\n       ${oneLine(one.why, 120)}`;
}

/** `skillmint skills history <skill> [--diff N]` */
export async function showHistory(
  context: CliContext,
  name: string,
  flags: { diff?: string },
): Promise<number> {
  const { versions, place, words } = await openFiles(context);
  const wanted = parseVersion(words, flags.diff);
  if (wanted !== undefined) {
    const diff = await versions.diff(place, name, wanted);
    if (context.json) context.printJson(diff);
    else context.print(sanitize(diff.diff));
    return 0;
  }
  const history = await versions.history(place, name);
  if (context.json) {
    context.printJson(history);
    return 0;
  }
  if (history.versions.length === 0) context.print(words("history.none", { name: plain(history.name) }));
  for (const one of history.versions) context.print(wordVersion(words, one));
  if (history.changed && !context.quiet) context.stderr.write(`${words("history.changed")}\n`);
  return 0;
}

/** `skillmint skills rollback <skill> [version] [--yes]` */
export async function rollbackSkill(
  context: CliContext,
  name: string,
  value: string | undefined,
  flags: { yes?: boolean },
): Promise<number> {
  const { versions, place, words } = await openFiles(context);
  const shown = await versions.preview(place, name, parseVersion(words, value));
  const { version } = shown;
  if (shown.diff === "") {
    if (context.json) context.printJson({ name, restored: version, changed: false });
    else context.print(words("history.same", { name: plain(name), version }));
    return 0;
  }
  if (!flags.yes) {
    if (!context.json) context.print(sanitize(shown.diff));
    if (!(await confirm(context, words("rollback.question", { name: plain(name), version })))) {
      context.print(words("rollback.kept"));
      return exitCodes.error;
    }
  }
  const done = await versions.rollback(place, name, version);
  if (context.json) context.printJson(done);
  else
    context.print(
      words("rollback.done", {
        name: plain(done.name),
        restored: done.restored,
        version: done.version.version,
        folder: plain(done.folder),
      }),
    );
  return 0;
}
