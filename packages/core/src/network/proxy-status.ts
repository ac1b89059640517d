/** The header by which our proxy says that an answer is its own: it could not reach whoever was asked. */
export const proxyStatusHeader = "proxy-status";

export function writeProxyStatus(code: string): string {
  return `skillmint; error=destination_unavailable; details="${code.replaceAll(/[^\w-]/g, "")}"`;
}

/** Why whoever was asked could not be reached; undefined where the answer is theirs. */
export function readProxyStatus(header: string | undefined): string | undefined {
  return /^skillmint; error=destination_unavailable; details="([\w-]*)"$/.exec(header ?? "")?.[1];
}
