import type { LookupFunction } from "node:net";
import type { PinnedAddress } from "./guard.ts";

/** Answers for a connection what was decided before, and asks no resolver. */
export function pinnedLookup(addresses: readonly PinnedAddress[]): LookupFunction {
  return (host, options, callback) => {
    const fitting = addresses.filter(({ family }) => !options.family || options.family === family);
    const [first] = fitting;
    if (options.all) callback(null, [...fitting]);
    else if (first) callback(null, first.address, first.family);
    else callback(Object.assign(new Error(`no address of ${host}`), { code: "ENOTFOUND" }), "", 0);
  };
}
