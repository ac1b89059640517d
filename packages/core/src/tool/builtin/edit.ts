import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../define-tool.ts";
import { changeFile, readOldText } from "./change-file.ts";
import { createDescribedPath } from "./described-path.ts";
import { applyChanges, hunksOf } from "./diff-hunks.ts";
import { nearestPlaces } from "./nearest-place.ts";
import { changesAt, findAll, lineNumbers, normalise, toOriginal } from "./replace-text.ts";
import { encodeText } from "./text-file.ts";

const shownLineNumbers = 20;

export function createEditTool(t: Translate): Tool {
  const target = createDescribedPath({ name: "Edit", access: "write", failed: "builtin.edit.failed", t });
  return defineTool({
    name: "Edit",
    description: t("builtin.edit.description"),
    input: z.object({
      path: z.string().min(1).describe(t("builtin.edit.path")),
      old_string: z.string().describe(t("builtin.edit.old")),
      new_string: z.string().describe(t("builtin.edit.new")),
      replace_all: z.boolean().optional().describe(t("builtin.edit.all")),
    }),
    aliases: {
      file_path: "path",
      filename: "path",
      filePath: "path",
      old_str: "old_string",
      new_str: "new_string",
      oldString: "old_string",
      newString: "new_string",
      replaceAll: "replace_all",
    },
    effect: "write",
    describe: (input, workspace) => target.describe(input, input.path, workspace),
    async run(input, context) {
      const { path: shown } = input;
      const wanted = normalise(input.old_string).text;
      const replacement = normalise(input.new_string).text;
      if (wanted === "") throw new ToolFailure(context.t("builtin.edit.empty"));
      if (wanted === replacement) throw new ToolFailure(context.t("builtin.edit.same"));
      return target.touch(input, shown, context, async (resolved) => {
        const old = await readOldText(resolved, shown, context);
        const normal = normalise(old.text.text);
        const offsets = findAll(normal.text, wanted);
        checkCount(normal.text, wanted, offsets, input.replace_all ?? false, shown, context.t);
        const changes = changesAt(offsets, wanted, replacement);
        const after = encodeText(applyChanges(old.text.text, toOriginal(normal, changes)), old.text);
        await changeFile(context, resolved, old, after);
        return textResult(context.t("builtin.edit.done", { count: offsets.length, path: shown }), {
          path: resolved.real,
          replaced: offsets.length,
          diff: hunksOf(normal.text, changes),
        });
      });
    },
  });
}

function checkCount(
  text: string,
  wanted: string,
  offsets: readonly number[],
  all: boolean,
  shown: string,
  t: Translate,
): void {
  if (offsets.length === 0) throw new ToolFailure(wordNotFound(text, wanted, shown, t));
  if (offsets.length === 1 || all) return;
  const numbers = lineNumbers(text, offsets.slice(0, shownLineNumbers)).join(", ");
  const lines = offsets.length > shownLineNumbers ? `${numbers}, …` : numbers;
  throw new ToolFailure(t("builtin.edit.notUnique", { count: offsets.length, path: shown, lines }));
}

function wordNotFound(text: string, wanted: string, shown: string, t: Translate): string {
  const places = nearestPlaces(text, wanted);
  const message = t("builtin.edit.notFound", { path: shown });
  if (places.length === 0) return message;
  const lines = places.map((place) => place.line).join(", ");
  const lead = places[0]?.whitespaceOnly
    ? t("builtin.edit.whitespace", { lines })
    : t("builtin.edit.nearest");
  const snippets = places.map((place) =>
    place.text
      .split("\n")
      .map((line, index) => `${String(place.line + index).padStart(6)}\t${line}`)
      .join("\n"),
  );
  return `${message} ${lead}\n${snippets.join("\n   …\n")}`;
}
