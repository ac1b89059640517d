import { exportFormats, type ExportFormat } from "@skillmint/core/protocol";
import type { Client } from "../api/client.ts";
import { saveFile } from "../design/save-file.ts";

/** Saves a session as a file: the token cannot stand in a link, so the bytes are fetched first. */
export async function downloadExport(client: Client, id: string, format: ExportFormat): Promise<void> {
  const reply = await client.open(`/api/sessions/${id}/export?format=${format}`);
  saveFile(await reply.blob(), `${id}.${exportFormats[format].ending}`);
}
