import { readFile } from "node:fs/promises";
import { packDownloads } from "@skillmint/core/protocol/api";
import type { Context } from "hono";
import type { App, AppEnv, RouteParts } from "../app.ts";
import { plainFileName } from "../packs/shelf.ts";
import { Unfit } from "../problem.ts";
import { describeFile, textParameter } from "./describe-file.ts";
import { createPlaces } from "./find-place.ts";

/** To be saved, whatever is in it. */
function save(c: Context<AppEnv>, bytes: Uint8Array, name: string): Response {
  return c.body(new Uint8Array(bytes), 200, {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
}

/** What is not JSON: packs that were made, skills as zips. */
export function addPackFiles(app: App, parts: RouteParts): void {
  const { runtime, shelf } = parts;
  const findPlace = createPlaces(parts);
  const made = describeFile({ summary: "A pack that was made", tag: "packs" });
  app.get(packDownloads.file, made, async (c) => {
    const { path, name } = shelf.find(c.req.param("id"));
    return save(c, await readFile(path), name);
  });
  const described = describeFile({
    summary: "A skill as a zip that other programs read: as=plain (its folder) or plugin",
    tag: "packs",
    parameters: [
      textParameter("skill", { required: true }),
      textParameter("as", { values: ["plain", "plugin"] }),
      textParameter("folder"),
    ],
  });
  app.get(packDownloads.export, described, async (c) => {
    const { skill, as = "plain", folder: named } = c.req.query();
    if (!skill || (as !== "plain" && as !== "plugin")) throw new Unfit((words) => words("noExport"));
    const { folder } = await findPlace({ folder: named });
    const packs = await runtime.packs(c.var.language);
    let name = "skill";
    const bytes = await shelf.collect("skill.zip", async (output) => {
      ({ name } = await packs.exportSkill(skill, { folder, output, as }));
    });
    return save(c, bytes, plainFileName(`${name}.zip`));
  });
}
