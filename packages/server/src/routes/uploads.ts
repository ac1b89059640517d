import { packUpload, packUploaded } from "@skillmint/core/protocol/api";
import type { Context } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import type { App, AppEnv, RouteParts } from "../app.ts";
import { Refused } from "../problem.ts";
import { problemResponse } from "./describe-file.ts";

/** The file's name, from a header that no page of another site can send without asking. */
function nameOf(c: Context<AppEnv>): string {
  const header = c.req.header(packUpload.header);
  const type = c.req.header("content-type");
  if (header === undefined || type?.trim().toLowerCase() !== packUpload.type)
    throw new Refused(403, "uploadType");
  try {
    return decodeURIComponent(header);
  } catch {
    throw new Refused(403, "uploadType");
  }
}

/**
 * The one thing that is taken as bytes instead of JSON, because packs are large. It stands behind the address and the
 * token like all else, has a limit of its own, and only puts the bytes aside.
 */
export function addUploads(app: App, { shelf }: Pick<RouteParts, "shelf">): void {
  const { path, type, header, maxBytes } = packUpload;
  const described = describeRoute({
    summary: "Takes the bytes of a pack or zip, to be named by its id in what follows",
    description: `At most ${maxBytes} bytes. The header ${header} holds the file's name, percent-encoded. Kept for half an hour.`,
    tags: ["packs"],
    parameters: [{ name: header, in: "header", required: true, schema: { type: "string" } }],
    requestBody: { required: true, content: { [type]: { schema: { type: "string", format: "binary" } } } },
    responses: {
      200: { description: "Done", content: { "application/json": { schema: resolver(packUploaded) } } },
      ...problemResponse,
    },
  });
  app.post(path, described, async (c) => {
    const wanted = nameOf(c);
    if (Number(c.req.header("content-length") ?? 0) > maxBytes) throw new Refused(413, "length");
    const { id, name, size } = await shelf.receive(wanted, c.req.raw.body ?? ReadableStream.from([]));
    return c.json({ id, name, size });
  });
}
