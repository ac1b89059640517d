/** How a pack is to be closed, as it stands in the form. */
export interface SealForm {
  kind: "open" | "passphrase" | "recipients";
  passphrase: string;
  again: string;
  recipients: string;
}

export const emptySeal: SealForm = { kind: "open", passphrase: "", again: "", recipients: "" };

/** Shorter ones are guessed, even behind age's slow derivation. */
export const minPassphrase = 10;

export type Seal = { passphrase: string } | { recipients: string[] } | undefined;

export type SealProblem =
  | { code: "passphrase.short" | "passphrase.differs" | "recipients.none" }
  | { code: "recipients.bad"; key: string };

const looksLikeKey = /^age1[a-z0-9]{20,}$/i;

/** What is sent, or what is wrong with the form. */
export function readSeal(form: SealForm): { seal: Seal } | { problem: SealProblem } {
  const { kind, passphrase, again } = form;
  if (kind === "open") return { seal: undefined };
  if (kind === "passphrase") {
    if ([...passphrase].length < minPassphrase) return { problem: { code: "passphrase.short" } };
    return passphrase === again ? { seal: { passphrase } } : { problem: { code: "passphrase.differs" } };
  }
  const recipients = form.recipients.split(/[\s,]+/).filter((key) => key !== "");
  if (recipients.length === 0) return { problem: { code: "recipients.none" } };
  const bad = recipients.find((key) => !looksLikeKey.test(key));
  // A secret key that was pasted by mistake is not shown.
  if (bad !== undefined) return { problem: { code: "recipients.bad", key: bad.slice(0, 12) } };
  return { seal: { recipients } };
}
