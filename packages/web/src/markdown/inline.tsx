import type { Token, Tokens } from "marked";
import type { ReactNode } from "react";
import { decodeEntities } from "./decode-entities.ts";
import { safeLink } from "./safe-link.ts";

function Link({ href, children }: { href: string; children: ReactNode }): ReactNode {
  const target = safeLink(href);
  if (target === undefined) return <span>{children}</span>;
  return (
    <a
      className="text-accent underline decoration-1 underline-offset-2 hover:text-accent-strong"
      href={target}
      rel="noreferrer noopener"
      target="_blank"
      title={target}
    >
      {children}
    </a>
  );
}

/** An image is not loaded: an address can carry away what the model knows. It is shown as what it is, a link. */
function Picture({ href, text }: Tokens.Image): ReactNode {
  return <Link href={href}>{text === "" ? href : text}</Link>;
}

function InlineToken({ token }: { token: Token }): ReactNode {
  const inner = "tokens" in token && token.tokens ? <Inline tokens={token.tokens} /> : null;
  switch (token.type) {
    case "strong":
      return <strong className="font-semibold">{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "del":
      return <del>{inner}</del>;
    case "codespan":
      return (
        <code className="rounded-sm bg-panel px-1 py-0.5 font-mono text-[0.88em] break-words">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case "checkbox": {
      const { checked } = token as Tokens.Checkbox;
      return <input checked={checked} className="mr-2 -ml-5" disabled readOnly type="checkbox" />;
    }
    case "br":
      return <br />;
    case "link":
      return <Link href={(token as Tokens.Link).href}>{inner}</Link>;
    case "image":
      return <Picture {...(token as Tokens.Image)} />;
    case "text":
      return inner ?? decodeEntities((token as Tokens.Text).text);
    case "escape":
      return (token as Tokens.Escape).text;
    // HTML is text like any other.
    default:
      return token.raw;
  }
}

export function Inline({ tokens }: { tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => <InlineToken key={index} token={token} />);
}
