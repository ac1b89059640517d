import { NetworkRefused, type CheckedAddress, type Guard, type RefusalReason } from "../network/guard.ts";
import { nameTarget, parseTarget, portOf } from "../network/parse-target.ts";

/** What rules say of addresses, as they stand when a session's newest call began. */
export interface AddressTerms {
  /** False where a rule refuses the address or wants a person to be asked. */
  mayReach(url: string): boolean;
  /** Whether a rule of a person names the address: it may lie on a private network. */
  isNamed(url: string): boolean;
}

export interface Refusal {
  target: string;
  reason: RefusalReason | "rule";
}

/** The guard of one session's browser: that of the runtime, and the session's own rules. */
export interface SessionGuard {
  /** Refused with `NetworkRefused`; every refusal is kept for `takeRefusals`. */
  check(url: string | URL): Promise<CheckedAddress>;
  setTerms(terms: AddressTerms): void;
  /** A person named this address: its host may be reached from now on, on this port. */
  allow(url: URL): void;
  /** What was refused since the last time, each once. */
  takeRefusals(): Refusal[];
  /** Whether this very host was refused since the refusals were taken. */
  wasRefused(url: string): Refusal | undefined;
}

const maxKept = 50;

function keyOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

export function createSessionGuard(base: Pick<Guard, "check" | "allowing">): SessionGuard {
  let terms: AddressTerms = { mayReach: () => true, isNamed: () => false };
  const allowed = new Set<string>();
  const refusals = new Map<string, Refusal>();

  function note(key: string, refusal: Refusal): void {
    if (refusals.size < maxKept) refusals.set(key, refusal);
  }

  return {
    async check(target) {
      const url = parseTarget(target);
      const key = keyOf(url);
      if (!terms.mayReach(url.href)) {
        note(key, { target: nameTarget(url), reason: "rule" });
        throw new NetworkRefused("host", nameTarget(url));
      }
      const isAllowed = allowed.has(key) || terms.isNamed(url.href);
      try {
        return await (isAllowed ? base.allowing([key]) : base).check(url);
      } catch (error) {
        if (error instanceof NetworkRefused) note(key, { target: error.target, reason: error.reason });
        throw error;
      }
    },
    setTerms: (next) => {
      terms = next;
    },
    allow: (url) => allowed.add(keyOf(url)),
    takeRefusals() {
      const taken = [...refusals.values()];
      refusals.clear();
      return taken;
    },
    wasRefused: (url) => (URL.canParse(url) ? refusals.get(keyOf(new URL(url))) : undefined),
  };
}
