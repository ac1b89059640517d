/** Whether a unit of UTF-16 may be part of something hidden; 0xDB40 begins every tag character. */
function isSuspect(unit: number): boolean {
  if (unit < 0x20) return unit !== 10 && unit !== 9;
  if (unit < 0xad) return unit >= 0x7f && unit <= 0x9f;
  if (unit < 0x2000)
    return (
      unit === 0xad ||
      unit === 0x34f ||
      unit === 0x61c ||
      (unit >= 0x115f && unit <= 0x1160) ||
      (unit >= 0x17b4 && unit <= 0x17b5) ||
      (unit >= 0x180b && unit <= 0x180e)
    );
  if (unit < 0x2070)
    return (unit >= 0x200b && unit <= 0x200f) || (unit >= 0x202a && unit <= 0x202e) || unit >= 0x2060;
  return unit === 0x3164 || unit === 0xfeff || unit === 0xffa0 || unit === 0xdb40;
}

/** One look that nearly every text passes. A loop: where texts are not ASCII it is far quicker than a pattern. */
export function hasSuspect(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if ((unit < 0x20 || unit > 0x7e) && isSuspect(unit)) return true;
  }
  return false;
}

/** Whether the bytes of a character that begin with `lead` may be hidden; what is rare is only narrowed down. */
function isSuspectAt(bytes: Uint8Array, at: number, lead: number): boolean {
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (lead === 0xe2) {
    if (second === 0x80) return (third >= 0x8b && third <= 0x8f) || (third >= 0xaa && third <= 0xae);
    return second === 0x81 && third >= 0xa0 && third <= 0xaf;
  }
  if (lead === 0xc2) return second === 0xad || second <= 0x9f;
  if (lead === 0xef) return (second === 0xbb || second === 0xbe) && at > 0;
  return lead !== 0xe3 || second === 0x85;
}

/** First bytes, in UTF-8, of all characters that `isSuspect` knows but the control characters of ASCII. */
const leads = [0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf3];

/** The same for a file in UTF-8, by the search that the buffer has built in: true says only that a look is due. */
export function hasSuspectBytes(buffer: Buffer): boolean {
  return leads.some((lead) => {
    for (let at = buffer.indexOf(lead); at !== -1; at = buffer.indexOf(lead, at + 1))
      if (isSuspectAt(buffer, at, lead)) return true;
    return false;
  });
}
