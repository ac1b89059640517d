import { exportFormats, type ExportFormat } from "@skillmint/core/protocol";
import type { Client } from "../api/client.ts";

/** Saves a session as a file: the token cannot stand in a link, so the bytes are fetched first. */
export async function downloadExport(client: Client, id: string, format: ExportFormat): Promise<void> {
  const reply = await client.open(`/api/sessions/${id}/export?format=${format}`);
  const url = URL.createObjectURL(await reply.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = `${id}.${exportFormats[format].ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
