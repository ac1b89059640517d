import { applyEdits, createScanner, parseTree, type Edit, type Node } from "jsonc-parser";

/** Numbers of the parser's token kinds; its own names for them do not exist at run time. */
const token = { closeBrace: 2, comma: 5, lineBreak: 14, blank: 15, end: 17 } as const;

const step = "  ";

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function render(value: unknown, indent: string): string {
  return JSON.stringify(value, null, step).replaceAll("\n", `\n${indent}`);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

/** What stands between the last property of an object and its closing brace. */
function scanTail(text: string, from: number): { comma?: number; lastInk: number; brace: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | undefined;
  let lastInk = from;
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === token.closeBrace || kind === token.end) {
      return { ...(comma === undefined ? {} : { comma }), lastInk, brace: scanner.getTokenOffset() };
    }
    if (kind === token.comma) comma = scanner.getTokenOffset();
    if (kind !== token.blank && kind !== token.lineBreak) {
      lastInk = scanner.getTokenOffset() + scanner.getTokenLength();
    }
  }
}

function insertProperty(text: string, object: Node, key: string, value: unknown): Edit[] {
  const name = JSON.stringify(key);
  const last = object.children?.at(-1);
  const around = indentAt(text, object.offset);
  if (!last) {
    const { lastInk, brace } = scanTail(text, object.offset + 1);
    const line = `\n${around}${step}${name}: ${render(value, around + step)}\n${around}`;
    return [{ offset: lastInk, length: brace - lastInk, content: line }];
  }
  const tail = scanTail(text, endOf(last));
  const end = tail.comma === undefined ? "" : ",";
  const comma: Edit[] = end ? [] : [{ offset: endOf(last), length: 0, content: "," }];
  if (!text.slice(object.offset, tail.brace).includes("\n")) {
    return [
      ...comma,
      { offset: tail.lastInk, length: 0, content: ` ${name}: ${JSON.stringify(value)}${end}` },
    ];
  }
  const start = text.lastIndexOf("\n", last.offset - 1) + 1;
  const own = text.slice(start, last.offset);
  const indent = own.trim() === "" ? own : around + step;
  const content = `\n${indent}${name}: ${render(value, indent)}${end}`;
  return [...comma, { offset: tail.lastInk, length: 0, content }];
}

function nextComma(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  return (scanner.scan() as number) === token.comma ? scanner.getTokenOffset() : undefined;
}

/** Takes a property and one comma away. Comments stay, also those beside it; an emptied line goes. */
function removeProperty(text: string, property: Node): Edit[] {
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const own = nextComma(text, endOf(property));
  const comma = own ?? (before && nextComma(text, endOf(before)));
  const lineStart = text.lastIndexOf("\n", property.offset - 1) + 1;
  const end = own === endOf(property) ? own + 1 : endOf(property);
  const lineEnd = /^[ \t]*(?:\r?\n)/.exec(text.slice(end))?.[0].length;
  const alone = text.slice(lineStart, property.offset).trim() === "" && lineEnd !== undefined;
  const from = alone ? lineStart : property.offset;
  const edits: Edit[] = [{ offset: from, length: (alone ? end + lineEnd : end) - from, content: "" }];
  if (comma !== undefined && comma !== own) edits.push({ offset: comma, length: 1, content: "" });
  else if (own !== undefined && own >= end) edits.push({ offset: own, length: 1, content: "" });
  return edits;
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function editsFor(text: string, root: Node, path: readonly string[], value: unknown): Edit[] {
  let node = root;
  for (const [depth, key] of path.entries()) {
    const rest = path.slice(depth + 1);
    if (node.type !== "object") {
      const content = render(nest([key, ...rest], value), indentAt(text, node.offset));
      return value === undefined ? [] : [{ offset: node.offset, length: node.length, content }];
    }
    const property = node.children?.find((child) => child.children?.[0]?.value === key);
    const inner = property?.children?.[1];
    if (!property || !inner)
      return value === undefined ? [] : insertProperty(text, node, key, nest(rest, value));
    if (rest.length === 0 && value === undefined) return removeProperty(text, property);
    node = inner;
  }
  return [{ offset: node.offset, length: node.length, content: render(value, indentAt(text, node.offset)) }];
}

/**
 * Sets one value of a valid JSONC text, or removes it (`undefined`), and leaves every other character where it
 * was: comments stay beside what they were written beside.
 */
export function editJsonc(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  if (!root) {
    if (value === undefined) return text;
    const head = text === "" || text.endsWith("\n") ? text : `${text}${eol}`;
    return `${head}${render(nest(path, value), "")}\n`.replaceAll(/\r?\n/g, eol);
  }
  const edits = editsFor(text, root, path, value).map((edit) => ({
    ...edit,
    content: edit.content.replaceAll("\n", eol),
  }));
  return applyEdits(text, edits);
}
