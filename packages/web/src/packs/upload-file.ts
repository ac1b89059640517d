import { packUpload, packUploaded, type PackUploaded } from "@skillmint/core/protocol/api";
import type { Client } from "../api/client.ts";

/** Sends a file to the server, which puts it aside until it is said what becomes of it. */
export async function uploadFile(client: Pick<Client, "open">, file: File): Promise<PackUploaded> {
  const headers = {
    "content-type": packUpload.type,
    [packUpload.header]: encodeURIComponent(file.name),
  };
  const reply = await client.open(packUpload.path, undefined, { headers, body: file });
  return packUploaded.parse(await reply.json());
}
