import { createHash } from "node:crypto";

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that nobody vouches for, as text of a page or value of an attribute; control characters are left out. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, "")
    .replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? "");
}

const sessionStyle = `
:root{color-scheme:light dark;--ink:light-dark(#17201c,#e6ece9);--soft:light-dark(#4b5852,#a8b4ae);--page:light-dark(#fbfcfb,#121614);--panel:light-dark(#f1f4f2,#1a201d);--line:light-dark(#d5dcd8,#333c38);--accent:light-dark(#0f7453,#4fcf9f)}
body{margin:0 auto;max-width:46rem;padding:2rem 1rem 4rem;background:var(--page);color:var(--ink);font:15px/1.55 ui-sans-serif,system-ui,sans-serif}
h1{font-size:1.25rem;overflow-wrap:anywhere}
h2{margin:0;font-size:.8rem;font-weight:600;color:var(--soft)}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.1rem 1rem;margin:0 0 2rem;color:var(--soft);font-size:.85rem}
dd{margin:0;overflow-wrap:anywhere}
article{margin:1.25rem 0}
article.prompt{border-radius:10px;background:var(--panel);padding:.6rem 1rem}
.text,pre{unicode-bidi:plaintext;white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0}
pre{border-radius:6px;background:var(--panel);padding:.7rem .9rem;font:.8rem/1.5 ui-monospace,Menlo,Consolas,monospace}
details{margin:.4rem 0}
details details,details article{margin-left:1rem}
summary{cursor:pointer;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
summary b{color:var(--ink)}
blockquote{margin:.5rem 0;border-left:2px solid var(--line);padding-left:.9rem;color:var(--soft)}
.end{color:var(--soft);font-style:italic}
img{max-width:100%;border-radius:6px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;

/**
 * The beginning of a page that may show its own style and images that are part of it, and nothing else: no script, no address. What is in
 * it is escaped; this holds where a reader's program errs.
 */
export function pageStart(title: string, language: string, style: string = sessionStyle): string {
  const digest = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
`;
}

export const pageEnd = "</main>\n</body>\n</html>\n";
