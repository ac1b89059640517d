/** What of an element people and selectors go by. */
export interface FoundElement {
  tag: string;
  role: string;
  text: string;
  id: string;
  name: string;
  test: string;
  classes: string;
}

/** Runs in the page: the elements that one can act on or that have a name of their own. */
export const listElements = `(() => {
  const wanted = "a,button,input,select,textarea,summary,label,[role],[onclick],[contenteditable],[id],[name],[data-testid]";
  const short = (text) => (text ?? "").trim().replace(/\\s+/g, " ").slice(0, 60);
  const found = [];
  for (const element of document.querySelectorAll(wanted)) {
    if (found.length >= 400) break;
    if (["SCRIPT", "STYLE", "META", "LINK", "HTML", "BODY", "HEAD"].includes(element.tagName)) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 && box.height === 0) continue;
    const tag = element.tagName.toLowerCase();
    const isInput = tag === "input" || tag === "select" || tag === "textarea";
    const text =
      element.getAttribute("aria-label") ||
      (isInput ? element.labels?.[0]?.innerText || element.placeholder : element.innerText) ||
      element.title || (tag === "input" ? element.value : "");
    found.push({
      tag,
      role: element.getAttribute("role") || (tag === "input" ? element.type : ""),
      text: short(text),
      id: short(element.id),
      name: short(element.getAttribute("name")),
      test: short(element.getAttribute("data-testid")),
      classes: short(element.getAttribute("class")),
    });
  }
  return found;
})()`;
