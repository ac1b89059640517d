import { exportFormats, isExportFormat, SkillmintError } from "@skillmint/core/protocol";
import { describeRoute } from "hono-openapi";
import type { App, RouteParts } from "../app.ts";

/** What a browser may show of what a session keeps; anything else is bytes to be saved. */
const shown = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

function describe(summary: string) {
  return describeRoute({ summary, tags: ["sessions"], responses: { 200: { description: "The file" } } });
}

function toStream(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return ReadableStream.from<string>(pieces).pipeThrough(new TextEncoderStream());
}

/** What is not JSON: attachments, images, long outputs, exports. */
export function addFiles(app: App, { runtime }: RouteParts): void {
  const { sessions } = runtime;
  app.get("/api/blobs/:digest", describe("What an event only names: a long text, an image"), async (c) => {
    const digest = c.req.param("digest");
    if (!/^[0-9a-f]{64}$/.test(digest))
      throw new SkillmintError("blob-missing", { params: { blob: digest.slice(0, 80) } });
    const bytes = await sessions.blob(digest);
    const wanted = c.req.query("type") ?? "";
    return c.body(new Uint8Array(bytes), 200, {
      "content-type": shown.has(wanted) ? wanted : "application/octet-stream",
      "cache-control": "private, max-age=31536000, immutable",
    });
  });
  app.get(
    "/api/sessions/:id/export",
    describe("The whole session: format=markdown, jsonl or html"),
    async (c) => {
      const id = await sessions.find(c.req.param("id"));
      const format = c.req.query("format") ?? "markdown";
      if (!isExportFormat(format))
        throw new SkillmintError("usage", { params: { message: `format: ${format.slice(0, 50)}` } });
      const { mediaType, ending } = exportFormats[format];
      return c.body(toStream(sessions.export(id, format)), 200, {
        "content-type": mediaType,
        "content-disposition": `attachment; filename="${id}.${ending}"`,
      });
    },
  );
}
