/**
 * How much of a room each of several things gets: all that it wants where that is little, and of the rest an equal
 * share. Together never more than the room.
 */
export function shareRoom(wants: readonly number[], room: number): number[] {
  const shares = wants.map(() => 0);
  const order = wants.map((want, index) => ({ want, index })).sort((a, b) => a.want - b.want);
  let left = room;
  for (const [place, { want, index }] of order.entries()) {
    const share = Math.min(want, Math.floor(left / (order.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** The head of a text within so many bytes of UTF-8, whole lines where there are any. */
export function cutToBytes(text: string, bytes: number): string {
  const all = new TextEncoder().encode(text);
  if (all.length <= bytes) return text;
  const head = new TextDecoder().decode(all.subarray(0, Math.max(0, bytes)), { stream: true });
  const line = head.lastIndexOf("\n");
  return line > head.length / 2 ? head.slice(0, line) : head;
}
