import type { WireName } from "../protocol/wire-name.ts";
import type { WireQuirks } from "./quirks.ts";

export type { WireName };

/** One row of the provider table: everything that is known of a provider without asking it. */
export interface Provider {
  id: string;
  /** Its name for people. */
  label: string;
  wire: WireName;
  /** Without a trailing slash, version included. Absent: whoever uses the provider must give one. */
  baseUrl?: string;
  /** Where a key is looked for, in this order; the first is the one to tell people about. */
  keyVariables: readonly string[];
  baseUrlVariable: string;
  /** Absent: the server says what it has, or the user does. */
  defaultModel?: string;
  /** Its models in the catalogue. Absent: none are known. */
  catalogId?: string;
  /** Works without a key; one is sent where there is one. */
  keyless?: boolean;
  /** Runs on this machine and is looked for when nothing else is configured. */
  local?: boolean;
  quirks: WireQuirks;
}
