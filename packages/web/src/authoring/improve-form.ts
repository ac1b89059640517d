import type { SessionId } from "@skillmint/core/protocol";

/** What a person typed and chose. */
export interface ImproveForm {
  source: "session" | "text";
  session: string;
  text: string;
  skill: string;
  focus: string;
  untilBetter: boolean;
  runs: string;
  maxCost: string;
}

export const emptyForm: ImproveForm = {
  source: "session",
  session: "",
  text: "",
  skill: "",
  focus: "",
  untilBetter: false,
  runs: "2",
  maxCost: "",
};

/** A number that was typed; undefined where it is none. */
export function readNumber(
  text: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || Number.isNaN(value) || value < least || value > most ? undefined : value;
}

/** What is sent; undefined while something is missing. */
export function toWish(form: ImproveForm, skill: string | undefined, hasEvals: boolean) {
  const text = form.text.trim();
  if (form.source === "session" ? form.session === "" : text === "") return undefined;
  const focus = form.focus.trim();
  const runs = readNumber(form.runs, { least: 1, most: 20 });
  const maxCost = readNumber(form.maxCost, { least: 0.000_001, most: 10_000 });
  return {
    conversation: form.source === "session" ? { sessionId: form.session as SessionId } : { text },
    ...(skill === undefined ? {} : { skill }),
    ...(focus === "" ? {} : { focus }),
    ...(form.untilBetter && skill !== undefined && hasEvals
      ? {
          untilBetter: {
            ...(runs === undefined ? {} : { runs: Math.round(runs) }),
            ...(maxCost === undefined ? {} : { maxCost }),
          },
        }
      : {}),
  };
}
