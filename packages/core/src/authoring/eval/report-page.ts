import { pageEnd, pageStart } from "../../session/html-page.ts";

const style = `
:root{color-scheme:light dark;--ink:light-dark(#17201c,#e6ece9);--soft:light-dark(#4b5852,#a8b4ae);--page:light-dark(#fbfcfb,#121614);--panel:light-dark(#f1f4f2,#1a201d);--line:light-dark(#d5dcd8,#333c38);--accent:light-dark(#0f7453,#4fcf9f);--with:light-dark(#178a63,#3fb98b);--without:light-dark(#8a958f,#75817b);--old:light-dark(#b07a1e,#d3a04a);--bad:light-dark(#b3261e,#f2867e)}
body{margin:0 auto;max-width:60rem;padding:2rem 1rem 4rem;background:var(--page);color:var(--ink);font:15px/1.55 ui-sans-serif,system-ui,sans-serif}
h1{font-size:1.4rem;overflow-wrap:anywhere}
h2{margin:2.2rem 0 .6rem;font-size:1.1rem}
h3{margin:0;font-size:.95rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.1rem 1rem;color:var(--soft);font-size:.875rem}
dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{border-bottom:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top}
th{color:var(--soft);font-weight:600}
td{overflow-wrap:anywhere}
.note{color:var(--soft);font-size:.85rem}
.partial{border-left:3px solid var(--old);padding:.4rem .8rem;background:var(--panel)}
.bad{color:var(--bad)}
.ok{color:var(--accent)}
figure{margin:1rem 0}
figcaption{color:var(--soft);font-size:.85rem}
svg{font:12px ui-sans-serif,system-ui,sans-serif;max-width:50rem}
.grid{stroke:var(--line)}
.zero{stroke:var(--soft);stroke-width:1.5}
.tick,.label{fill:var(--soft)}
.value{fill:var(--ink)}
.bar{fill:var(--with)}
.bar.without_skill{fill:var(--without)}
.bar.old_skill{fill:var(--old)}
.whisker{stroke:var(--ink);stroke-width:1.5;fill:none}
.dot{fill:var(--page);stroke:var(--ink)}
.mean{fill:var(--accent)}
details{margin:.5rem 0;border-top:1px solid var(--line);padding-top:.4rem}
summary{cursor:pointer;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;margin:.3rem 0;border-radius:6px;background:var(--panel);padding:.5rem .8rem;font:.8rem/1.5 ui-monospace,Menlo,Consolas,monospace}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;

/** A page that shows itself and nothing else: its own style, no script, no address. */
export function reportPage(title: string, language: string, body: string): string {
  return `${pageStart(title, language, style)}${body}${pageEnd}`;
}
