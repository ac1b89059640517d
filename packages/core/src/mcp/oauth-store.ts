import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { McpTokens } from "./connection.ts";

/** What a login to one server gave. */
export interface StoredLogin {
  client?: StoredOAuthClientInformation;
  tokens?: StoredOAuthTokens;
  discovery?: OAuthDiscoveryState;
  /** What the login did not allow when it was needed: the next one asks for it too. */
  scope?: string;
}

export interface LoginStore {
  read(): Promise<StoredLogin>;
  /** A value of undefined forgets that part. */
  change(parts: { [K in keyof StoredLogin]?: StoredLogin[K] | undefined }): Promise<void>;
  clear(): Promise<boolean>;
  /** Does something while nobody else who asks for this does, for the same address and in whatever process. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** The address that a login is kept under: a token goes only to the server that it was given for. */
export function loginAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function parse(text: string | undefined): StoredLogin {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    // Written by somebody else: as if nobody had logged in.
    return {};
  }
}

/** `onRead` learns what must not be shown. */
export function createLoginStore(
  tokens: McpTokens,
  url: string,
  onRead: (login: StoredLogin) => void = () => undefined,
): LoginStore {
  const address = loginAddress(url);
  const read = async (): Promise<StoredLogin> => {
    const login = parse(await tokens.get(address));
    onRead(login);
    return login;
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    read,
    async change(parts) {
      const write = async (): Promise<void> => {
        const next = Object.entries({ ...(await read()), ...parts }).filter(
          ([, value]) => value !== undefined,
        );
        await tokens.set(address, JSON.stringify(Object.fromEntries(next)));
      };
      const done = last.then(write, write);
      last = done;
      await done;
    },
    async clear() {
      const had = (await tokens.get(address)) !== undefined;
      if (had) await tokens.delete(address);
      return had;
    },
    alone: (work) => tokens.alone(address, work),
  };
}
