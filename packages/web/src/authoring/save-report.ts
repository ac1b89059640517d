import type { Client } from "../api/client.ts";
import { saveFile } from "../design/save-file.ts";

/** The token cannot stand in a link, so the page is fetched first and then saved as a file. */
export async function saveReport(client: Client, id: string, place: { folder?: string }): Promise<void> {
  const query = new URLSearchParams(place);
  const address = `/api/skills/${encodeURIComponent(id)}/evals/report`;
  const reply = await client.open(query.size > 0 ? `${address}?${query}` : address);
  saveFile(await reply.blob(), `${id.replaceAll(/[^\w-]+/g, "-")}-evals.html`);
}
