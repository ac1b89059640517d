import { escapeHtml } from "../../session/html-page.ts";

export interface Bar {
  label: string;
  /** From 0 to 1; `null`: not known. */
  value: number | null;
  shown: string;
  kind: string;
  interval?: { low: number; high: number } | null;
  /** Single values behind it. */
  points?: readonly number[];
}

const labelWidth = 190;
const plotWidth = 420;
const valueWidth = 190;
const rowHeight = 26;
const width = labelWidth + plotWidth + valueWidth;

const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 26 ? `${line.slice(0, 25)}…` : line;
};

const at = (value: number): string => (labelWidth + value * plotWidth).toFixed(1);

function axis(ticks: readonly { place: number; label: string }[], height: number): string {
  return ticks
    .map(
      ({ place, label }) =>
        `<line class="grid" x1="${at(place)}" x2="${at(place)}" y1="4" y2="${height - 18}"/><text class="tick" x="${at(place)}" y="${height - 4}" text-anchor="middle">${escapeHtml(label)}</text>`,
    )
    .join("");
}

function frame(title: string, height: number, body: string): string {
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><svg role="img" viewBox="0 0 ${width} ${height}" width="100%"><title>${escapeHtml(title)}</title>${body}</svg></figure>\n`;
}

function whisker(low: number, high: number, y: number): string {
  return `<path class="whisker" d="M${at(low)} ${y}H${at(high)}M${at(low)} ${y - 4}v8M${at(high)} ${y - 4}v8"/>`;
}

/** Rates as bars, with their intervals and the single runs as dots. */
export function plotRates(title: string, bars: readonly Bar[]): string {
  const height = bars.length * rowHeight + 30;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((place) => ({ place, label: `${place * 100} %` }));
  const rows = bars.map(({ label, value, shown, kind, interval, points = [] }, index) => {
    const top = 6 + index * rowHeight;
    const middle = top + rowHeight / 2 - 2;
    const bar =
      value === null
        ? ""
        : `<rect class="bar ${escapeHtml(kind)}" x="${at(0)}" y="${top + 3}" width="${(value * plotWidth).toFixed(1)}" height="${rowHeight - 10}" rx="2"/>`;
    const dots = points
      .map((point) => `<circle class="dot" cx="${at(point)}" cy="${middle}" r="2.5"/>`)
      .join("");
    return `<g><title>${escapeHtml(`${label}: ${shown}`)}</title><text class="label" x="${labelWidth - 8}" y="${middle + 4}" text-anchor="end">${escapeHtml(cut(label))}</text>${bar}${interval ? whisker(interval.low, interval.high, middle) : ""}${dots}<text class="value" x="${labelWidth + plotWidth + 8}" y="${middle + 4}">${escapeHtml(shown)}</text></g>`;
  });
  return frame(title, height, axis(ticks, height) + rows.join(""));
}

export interface Gap {
  label: string;
  /** From −1 to 1. */
  value: number | null;
  interval: { low: number; high: number } | null;
  shown: string;
}

/** Differences around a line that stands for none. */
export function plotDifferences(title: string, gaps: readonly Gap[]): string {
  const height = gaps.length * rowHeight + 30;
  const place = (value: number): number => (Math.max(-1, Math.min(1, value)) + 1) / 2;
  const ticks = [-1, -0.5, 0, 0.5, 1].map((value) => ({
    place: place(value),
    label: `${value > 0 ? "+" : ""}${value * 100}`,
  }));
  const zero = `<line class="zero" x1="${at(0.5)}" x2="${at(0.5)}" y1="2" y2="${height - 18}"/>`;
  const rows = gaps.map(({ label, value, interval, shown }, index) => {
    const middle = 6 + index * rowHeight + rowHeight / 2 - 2;
    const range = interval ? whisker(place(interval.low), place(interval.high), middle) : "";
    const dot = value === null ? "" : `<circle class="mean" cx="${at(place(value))}" cy="${middle}" r="5"/>`;
    return `<g><title>${escapeHtml(`${label}: ${shown}`)}</title><text class="label" x="${labelWidth - 8}" y="${middle + 4}" text-anchor="end">${escapeHtml(cut(label))}</text>${range}${dot}<text class="value" x="${labelWidth + plotWidth + 8}" y="${middle + 4}">${escapeHtml(shown)}</text></g>`;
  });
  return frame(title, height, axis(ticks, height) + zero + rows.join(""));
}
