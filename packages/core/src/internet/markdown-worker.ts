import type { ElementNode, ExtractedElement, MdreamOptions } from "@mdream/js";

export interface MarkdownRequest {
  html: string;
  /** What relative links start from. */
  base: string;
}

export interface MarkdownPage {
  title?: string;
  markdown: string;
}

/** What the worker is given of its surroundings. */
export interface MarkdownSurroundings {
  mdream: { htmlToMarkdown(html: string, options: Partial<MdreamOptions>): string };
  post(page: MarkdownPage): void;
}

/**
 * Turns a page into Markdown inside a worker. It runs from its own source text, so that it needs no file of its own in
 * a bundle: it may use its parameters and Node's globals, and nothing else of this module or of any other.
 */
export function markdownWorker({ mdream, post }: MarkdownSurroundings, request: MarkdownRequest): void {
  /** Below this the main part was probably not found. */
  const minChars = 200;
  const exclude =
    "script style noscript template svg canvas form fieldset input textarea select button object embed iframe nav aside footer";

  function convert(isolateMain: boolean): { title: string; markdown: string } {
    let title = "";
    let { base } = request;
    const resolveLinks = (node: ElementNode): void => {
      for (const name of ["href", "src"]) {
        const value = node.attributes[name];
        if (value !== undefined && URL.canParse(value, base))
          node.attributes[name] = new URL(value, base).href;
      }
      if (node.name === "base") base = node.attributes["href"] ?? base;
    };
    const takeTitle = ({ textContent }: ExtractedElement): void => {
      title ||= textContent.replaceAll(/\s+/g, " ").trim().slice(0, 300);
    };
    const markdown = mdream.htmlToMarkdown(request.html, {
      clean: true,
      plugins: {
        isolateMain,
        tailwind: true,
        filter: { exclude: exclude.split(" ") },
        extraction: { title: takeTitle },
      },
      hooks: [{ processAttributes: resolveLinks }],
    });
    const text = markdown.trim();
    return {
      title,
      markdown: title !== "" && text.startsWith(title) ? text.slice(title.length).trim() : text,
    };
  }

  const main = convert(true);
  const whole = main.markdown.length < minChars ? convert(false) : main;
  const { markdown } = whole.markdown.length > main.markdown.length ? whole : main;
  const title = main.title || whole.title;
  post(title === "" ? { markdown } : { title, markdown });
}
