import { readFile } from "node:fs/promises";
import { SkillmintError } from "@skillmint/core/protocol";
import { packDownloads } from "@skillmint/core/protocol/api";
import type { Context } from "hono";
import { describeRoute } from "hono-openapi";
import type { App, AppEnv, RouteParts } from "../app.ts";
import { plainFileName } from "../packs/shelf.ts";
import { createPlaces } from "./find-place.ts";

function describe(summary: string, query: readonly string[] = []) {
  const parameters = query.map((name) => ({
    name,
    in: "query" as const,
    schema: { type: "string" as const },
  }));
  return describeRoute({
    summary,
    tags: ["packs"],
    parameters,
    responses: { 200: { description: "The file" } },
  });
}

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
  app.get(packDownloads.file, describe("A pack that was made"), async (c) => {
    const { path, name } = shelf.find(c.req.param("id"));
    return save(c, await readFile(path), name);
  });
  const described = describe("A skill as a zip that other programs read: as=plain (its folder) or plugin", [
    "skill",
    "as",
    "folder",
  ]);
  app.get(packDownloads.export, described, async (c) => {
    const { skill, as = "plain", folder: named } = c.req.query();
    if (!skill || (as !== "plain" && as !== "plugin"))
      throw new SkillmintError("usage", { params: { message: `skill=…&as=plain|plugin` } });
    const { folder } = await findPlace({ folder: named });
    const packs = await runtime.packs(c.var.language);
    let name = "skill";
    const bytes = await shelf.collect("skill.zip", async (output) => {
      ({ name } = await packs.exportSkill(skill, { folder, output, as }));
    });
    return save(c, bytes, plainFileName(`${name}.zip`));
  });
}
