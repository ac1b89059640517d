import type { InternetWords } from "../words.ts";
import type { SearchHit } from "./search-provider.ts";

/** The hits, numbered: a link, its summary below it, a blank line between them. */
export function listHits(hits: readonly SearchHit[]): string {
  return hits
    .map(({ title, url, summary }, at) => {
      const name = title.replaceAll(/[[\]\\]/g, "\\$&");
      const address = url.replaceAll("(", "%28").replaceAll(")", "%29");
      return `${at + 1}. [${name}](${address})${summary === "" ? "" : `\n   ${summary}`}`;
    })
    .join("\n\n");
}

/** As one text, for those who only show it. */
export function formatResults(hits: readonly SearchHit[], query: string, words: InternetWords): string {
  return hits.length === 0
    ? words("internet.results.none", { query })
    : `${words("internet.results")}\n${listHits(hits)}`;
}
