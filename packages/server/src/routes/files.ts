import { exportFormats, isExportFormat, SkillmintError } from "@skillmint/core/protocol";
import type { App, RouteParts } from "../app.ts";
import { Unfit } from "../problem.ts";
import { describeFile, textParameter } from "./describe-file.ts";

/** What a browser may show of what a session keeps; anything else is bytes to be saved. */
const shown = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

const formats = Object.keys(exportFormats).filter(isExportFormat);

function toStream(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return ReadableStream.from<string>(pieces).pipeThrough(new TextEncoderStream());
}

/** What is not JSON: attachments, images, long outputs, exports. */
export function addFiles(app: App, { runtime }: RouteParts): void {
  const { sessions } = runtime;
  const blob = describeFile({
    summary: "What an event only names: a long text, an image",
    tag: "sessions",
    parameters: [textParameter("type", { values: [...shown] })],
  });
  app.get("/api/blobs/:digest", blob, async (c) => {
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
    describeFile({
      summary: "The whole session, to be saved",
      tag: "sessions",
      parameters: [textParameter("format", { values: formats })],
      types: formats.map((format) => exportFormats[format].mediaType),
    }),
    async (c) => {
      const id = await sessions.find(c.req.param("id"));
      const format = c.req.query("format") ?? "markdown";
      if (!isExportFormat(format))
        throw new Unfit((words) =>
          words("noFormat", { format: format.slice(0, 50), formats: formats.join(", ") }),
        );
      const { mediaType, ending } = exportFormats[format];
      const spoken = await runtime.inLanguage(c.var.language);
      return c.body(toStream(spoken.sessions.export(id, format)), 200, {
        "content-type": mediaType,
        "content-disposition": `attachment; filename="${id}.${ending}"`,
      });
    },
  );
}
