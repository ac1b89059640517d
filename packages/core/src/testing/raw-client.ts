import { request } from "node:http";

/** What came over the line, to the byte. `cut`: the connection ended before the reply did. */
export interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  chunks: number;
  cut: boolean;
}

/** Posts a body and collects the reply whatever becomes of it; `stopAfter` bytes the connection is dropped. */
export function postRaw(
  url: string,
  body: unknown,
  options: { headers?: Record<string, string>; stopAfter?: number; method?: string } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", ...options.headers };
    const asked = request(url, { method: options.method ?? "POST", agent: false, headers }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (options.stopAfter !== undefined && size >= options.stopAfter) asked.destroy();
      });
      // A cut connection is an error and a close; the close says all that is needed.
      response.on("error", () => undefined);
      response.on("close", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
          chunks: chunks.length,
          cut: !response.complete,
        }),
      );
    });
    asked.on("error", reject);
    asked.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
}
