/** As wide as the label of a day needs. */
const labelWidth = 64;

/** Days to write under the plot: evenly spaced from the last one back, as many as have room. */
export function labelledDays(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, labelWidth)));
  const places: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) places.unshift(index);
  return places;
}
