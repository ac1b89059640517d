import type { Secrets } from "../../environment/secrets.ts";
import type { PackKey } from "../../pack/verified-pack.ts";

type Store = Pick<Secrets, "getSecret" | "setSecret" | "removeSecret">;

const secretOf = (name: string): string => `pack:${name}`;

/** Where the keys of sealed packs are kept, by the name of the pack: with the other secrets of a person. */
export interface PackKeys {
  get(name: string): Promise<PackKey | undefined>;
  set(name: string, key: PackKey): Promise<void>;
  remove(name: string): Promise<boolean>;
}

export function createPackKeys(secrets: Store): PackKeys {
  return {
    async get(name) {
      const text = await secrets.getSecret(secretOf(name));
      if (text === undefined) return undefined;
      const at = text.indexOf(":");
      const value = Buffer.from(text.slice(at + 1), "base64").toString("utf8");
      return text.slice(0, at) === "identity" ? { identity: value } : { passphrase: value };
    },
    async set(name, key) {
      const [kind, value] = "identity" in key ? ["identity", key.identity] : ["passphrase", key.passphrase];
      // A secret is one line, whatever the key is made of.
      const text = `${kind}:${Buffer.from(value, "utf8").toString("base64")}`;
      await secrets.setSecret(secretOf(name), text);
    },
    remove: (name) => secrets.removeSecret(secretOf(name)),
  };
}
