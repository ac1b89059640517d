import { editDistance } from "../protocol/index.ts";
import type { FoundElement } from "./page-scripts.ts";

const shown = 6;
const longest = 40;

/** From 0, the same, to 1, nothing in common. */
function distance(a: string, b: string): number {
  const [x, y] = [a.slice(0, longest).toLowerCase(), b.slice(0, longest).toLowerCase()];
  if (x === "" || y === "") return 1;
  const far = editDistance(x, y) / Math.max(x.length, y.length);
  const isPart = x.length > 2 && y.length > 2 && (x.includes(y) || y.includes(x));
  return isPart ? Math.min(far, 0.3) : far;
}

/** The words that a selector goes by, those that say most last. */
function wordsOf(selector: string): string[] {
  const words = selector.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word.length > 1);
  return [selector, ...words];
}

function score(words: readonly string[], { text, id, name, test, classes, tag, role }: FoundElement): number {
  const strong = [text, id, name, test].filter((field) => field !== "");
  const weak = [classes, tag, role].filter((field) => field !== "");
  const best = (fields: readonly string[]): number =>
    Math.min(1, ...words.flatMap((word) => fields.map((field) => distance(word, field))));
  return best(strong) + 0.2 * best(weak);
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** A selector that finds the element again. */
function selectorOf({ tag, id, name, test, text }: FoundElement): string {
  if (/^[A-Za-z][\w-]*$/.test(id)) return `#${id}`;
  if (id !== "") return `[id=${quote(id)}]`;
  if (test !== "") return `[data-testid=${quote(test)}]`;
  if (name !== "") return `${tag}[name=${quote(name)}]`;
  return text === "" ? tag : `text=${quote(text)}`;
}

/** The elements that are most like what a selector names, a line each: what it is, what it says, how to find it. */
export function nearestElements(selector: string, elements: readonly FoundElement[]): string[] {
  const words = wordsOf(selector);
  const lines = elements
    .map((element) => ({ element, far: score(words, element) }))
    .sort((a, b) => a.far - b.far)
    .map(({ element }) => {
      const kind = element.role === "" ? element.tag : `${element.tag} (${element.role})`;
      const says = element.text === "" ? "" : ` ${quote(element.text)}`;
      return `- ${kind}${says}: ${selectorOf(element)}`;
    });
  return [...new Set(lines)].slice(0, shown);
}
