/** Why an address may not be reached; the word for people is `network.refused.<reason>`. */
export type RefusalReason =
  | "not-a-url"
  | "scheme"
  | "credentials"
  | "host"
  | "private"
  | "own-port"
  | "dns"
  | "redirects";

/** An address that may not be reached. `target` names it without anything secret. */
export class NetworkRefused extends Error {
  readonly reason: RefusalReason;
  readonly target: string;
  constructor(reason: RefusalReason, target: string) {
    super(`${reason}: ${target}`);
    this.name = "NetworkRefused";
    this.reason = reason;
    this.target = target;
  }
}

/** Where a name leads to, decided once: whoever connects uses these addresses and asks nobody again. */
export interface CheckedAddress {
  url: URL;
  /** Empty where a proxy finds them. */
  addresses: readonly PinnedAddress[];
  /** The proxy that it is to be reached through. */
  proxy?: URL;
}

export interface PinnedAddress {
  address: string;
  family: 4 | 6;
}

export interface GuardOptions {
  /**
   * Hosts that a person named, `localhost`, `10.0.0.5:8080`, `*.corp.example`: they may lie on a private network.
   * Read at every check.
   */
  allow?: () => readonly string[];
  /** Ports of this machine that are ours: never reached, whatever allows them. Read at every check. */
  ownPorts?: () => readonly number[];
  /** All addresses of a name. Default: the system's resolver. */
  resolve?: (host: string) => Promise<readonly string[]>;
  /** The proxy that a person set for an address (`proxyFromVariables`): it then looks names up. Default: none. */
  proxy?: (url: URL) => URL | undefined;
}

export interface GuardedRequest {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /**
   * How many redirects are followed, each checked like the first address; default 5. Headers that name a person
   * (authorization, cookie, keys) are not sent on to another origin. 0: a redirect is the response.
   */
  redirects?: number;
}

/** The one way out: what leads to this machine, its network or a cloud's metadata is refused before a packet is sent. */
export interface Guard {
  /** Refused with `NetworkRefused`. */
  check(url: string | URL): Promise<CheckedAddress>;
  /** The response's `url` is the last one. Its body is not bounded: readers count. */
  fetch(url: string | URL, request?: GuardedRequest): Promise<Response>;
  /** The same guard with more hosts that a person named. It keeps connections of its own: close it too. */
  allowing(hosts: readonly string[]): Guard;
  /** Ends kept connections. */
  close(): Promise<void>;
}
