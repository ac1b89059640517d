import type { ElementNode, NodeEvent, TextNode } from "@mdream/js";

export type { ElementNode } from "@mdream/js";

interface HtmlReader {
  enter?(element: ElementNode): void;
  leave?(element: ElementNode): void;
  text?(value: string): void;
}

/** Reads markup in order, with a real tokenizer. */
export async function readHtml(html: string, reader: HtmlReader): Promise<void> {
  const { parseHtml } = await import("@mdream/js/parse");
  const { events } = parseHtml(`<div>${html}</div>`);
  const isText = ({ node }: NodeEvent): boolean => node.type === 2;
  for (const event of events) {
    if (isText(event)) reader.text?.((event.node as TextNode).value);
    else if (event.type === 0) reader.enter?.(event.node as ElementNode);
    else reader.leave?.(event.node as ElementNode);
  }
}

/** What a person would read of a piece of markup, in one line. */
export async function textOfHtml(html: string): Promise<string> {
  if (!/[<&]/.test(html)) return html.replaceAll(/\s+/g, " ").trim();
  const parts: string[] = [];
  await readHtml(html, { text: (value) => parts.push(value) });
  return parts.join("").replaceAll(/\s+/g, " ").trim();
}
