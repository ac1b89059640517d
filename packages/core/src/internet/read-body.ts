/** Why a body is not whole: its size, the time, or the other side. */
export type CutReason = "size" | "time" | "closed";

export interface ReadBody {
  bytes: Uint8Array;
  partial?: CutReason;
}

/**
 * Reads a decoded body up to a number of bytes, so that what was small on the wire cannot become large here. What came
 * before the time was over or the connection broke is kept; where nothing came, that failure is thrown.
 */
export async function readBody(
  response: Pick<Response, "body">,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReadBody> {
  if (!response.body) return { bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let total = 0;
  const partly = (partial: CutReason): ReadBody => ({ bytes: Buffer.concat(chunks, total), partial });
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      const fits = chunk.subarray(0, maxBytes - total);
      chunks.push(fits);
      total += fits.length;
      if (fits.length < chunk.length) return partly("size");
    }
  } catch (error) {
    if (total === 0) throw error;
    return partly(signal.aborted ? "time" : "closed");
  }
  return { bytes: Buffer.concat(chunks, total) };
}
