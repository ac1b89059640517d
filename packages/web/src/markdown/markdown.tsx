import type { Token, Tokens } from "marked";
import { memo, useMemo, type ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { Inline } from "./inline.tsx";
import { readMarkdown } from "./read-markdown.ts";
import { MarkdownTable } from "./markdown-table.tsx";

const headings = ["text-lg", "text-lg", "text-base", "text-base", "text-sm", "text-sm"];

function ListItem({ item }: { item: Tokens.ListItem }): ReactNode {
  return (
    <li className={item.task ? "list-none" : undefined}>
      <Blocks tokens={item.tokens} />
    </li>
  );
}

function List({ token }: { token: Tokens.List }): ReactNode {
  const items = token.items.map((item, index) => <ListItem item={item} key={index} />);
  const className = "my-2 space-y-1 pl-6 [&_p]:my-1";
  return token.ordered ? (
    <ol className={`list-decimal ${className}`} start={token.start === "" ? 1 : token.start}>
      {items}
    </ol>
  ) : (
    <ul className={`list-disc ${className}`}>{items}</ul>
  );
}

function BlockToken({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      return (
        <div
          aria-level={Math.min(6, depth + 2)}
          className={`mt-5 mb-2 font-semibold first:mt-0 ${headings[depth - 1] ?? ""}`}
          role="heading"
        >
          <Inline tokens={tokens} />
        </div>
      );
    }
    case "paragraph":
      return (
        <p className="my-2 first:mt-0 last:mb-0">
          <Inline tokens={(token as Tokens.Paragraph).tokens} />
        </p>
      );
    case "list":
      return <List token={token as Tokens.List} />;
    case "code":
      return <CodeBlock language={(token as Tokens.Code).lang ?? ""} text={(token as Tokens.Code).text} />;
    case "blockquote":
      return (
        <blockquote className="my-2 border-l-2 border-line-strong pl-3 text-ink-2">
          <Blocks tokens={(token as Tokens.Blockquote).tokens} />
        </blockquote>
      );
    case "table":
      return <MarkdownTable token={token as Tokens.Table} />;
    case "hr":
      return <hr className="my-4 border-line" />;
    case "space":
    case "def":
      return null;
    case "checkbox":
      return <Inline tokens={[token]} />;
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? <Inline tokens={tokens} /> : text;
    }
    // HTML is shown as it was written.
    default:
      return <p className="my-2 whitespace-pre-wrap">{token.raw}</p>;
  }
}

/** A block that did not change is not rendered again: only the last one grows while a model writes. */
const Block = memo(
  ({ token }: { token: Token }): ReactNode => <BlockToken token={token} />,
  (before, after) => before.token.type === after.token.type && before.token.raw === after.token.raw,
);
Block.displayName = "Block";

function Blocks({ tokens }: { tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => <Block key={index} token={token} />);
}

/** Text of a model as Markdown. It becomes elements one by one; no markup in it is ever taken as markup. */
export function Markdown({ text }: { text: string }): ReactNode {
  const tokens = useMemo(() => readMarkdown(text), [text]);
  if (!tokens) return <p className="break-words whitespace-pre-wrap">{text}</p>;
  return (
    <div className="[overflow-wrap:anywhere]">
      <Blocks tokens={tokens} />
    </div>
  );
}
