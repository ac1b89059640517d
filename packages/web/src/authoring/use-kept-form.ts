import { useState } from "react";
import { keep, readKept } from "../skills/kept.ts";

export interface KeptForm<Form> {
  form: Form;
  /** False where the browser has no room for what was typed: it is gone with the page then. */
  isKept: boolean;
  change(part: Partial<Form>): void;
  clear(): void;
}

/** What was typed into a form, by the form's name: it stays until it is cleared, over reloads too. */
export function useKeptForm<Form extends object>(name: string, empty: Form): KeptForm<Form> {
  const [form, setForm] = useState(() => readKept(name, empty) ?? empty);
  const [isKept, setKept] = useState(true);
  const put = (next: Form): void => {
    setForm(next);
    setKept(keep(name, next === empty ? undefined : next));
  };
  return { form, isKept, change: (part) => put({ ...form, ...part }), clear: () => put(empty) };
}
