/** So many wrong ones are anybody's mistake. */
const freeMistakes = 4;
const firstPauseMs = 1_000;
const longestPauseMs = 15 * 60_000;
/** Addresses that are remembered; beyond it the oldest is forgotten. */
const maxAddresses = 10_000;
/** However many addresses they come from. */
const maxPerMinute = 120;

/** Slows guessing down. A right answer makes good what was wrong before it. */
export interface Attempts {
  /** How long this address has to wait, in milliseconds; 0: not at all. */
  wait(address: string): number;
  note(address: string, isRight: boolean): void;
}

interface Mistakes {
  count: number;
  until: number;
}

/** One network has many addresses of the sixth version: they count as one. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return plain.includes(":") ? plain.split(":").slice(0, 4).join(":") : plain;
}

export function createAttempts(clock: () => number = () => performance.now()): Attempts {
  const mistakes = new Map<string, Mistakes>();
  let minute = { from: -Infinity, count: 0 };
  return {
    wait(address) {
      const now = clock();
      const isFull = minute.count >= maxPerMinute;
      const forAll = isFull ? Math.max(0, minute.from + 60_000 - now) : 0;
      const until = mistakes.get(networkOf(address))?.until ?? 0;
      return Math.max(forAll, until - now, 0);
    },
    note(address, isRight) {
      const now = clock();
      const network = networkOf(address);
      const count = (mistakes.get(network)?.count ?? 0) + 1;
      mistakes.delete(network);
      if (isRight) return;
      minute = now - minute.from < 60_000 ? { ...minute, count: minute.count + 1 } : { from: now, count: 1 };
      const pause = count > freeMistakes ? firstPauseMs * 2 ** Math.min(count - freeMistakes - 1, 20) : 0;
      mistakes.set(network, { count, until: now + Math.min(pause, longestPauseMs) });
      const [oldest] = mistakes.keys();
      if (mistakes.size > maxAddresses && oldest !== undefined) mistakes.delete(oldest);
    },
  };
}
