/** Shares of the accent in the colour of each series, from strong to weak: an order, not a meaning. */
export const seriesShades = [100, 74, 52, 36, 24] as const;

/** As CSS knows it, in both themes. */
export function seriesColor(index: number): string {
  const share = seriesShades[Math.min(index, seriesShades.length - 1)];
  return `color-mix(in srgb, var(--color-accent) ${share}%, var(--color-page))`;
}

/** A canvas knows no variables: what a colour is for this element now. */
export function resolveColor(element: HTMLElement, color: string): string {
  const probe = document.createElement("span");
  probe.style.color = color;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** Tells when the page changes between light and dark, for whichever reason. */
export function watchColors(listener: () => void): () => void {
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", listener);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    media.removeEventListener("change", listener);
    observer.disconnect();
  };
}
