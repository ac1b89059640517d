import { isKnown, textOf, type StoredEvent } from "../protocol/index.ts";

export interface SearchText {
  seq: number;
  isTitle: boolean;
  text: string;
}

function titleOrText(event: StoredEvent): { isTitle: boolean; text: string } | undefined {
  if (!isKnown(event)) return undefined;
  switch (event.type) {
    case "session.created":
    case "session.renamed":
      return { isTitle: true, text: event.title };
    case "prompt.admitted":
      return { isTitle: false, text: textOf(event.content) };
    case "message.completed":
      return { isTitle: false, text: event.text };
    default:
      return undefined;
  }
}

/** What of an event people search for: titles, prompts and answers. */
export function searchText(event: StoredEvent): SearchText | undefined {
  const found = titleOrText(event);
  return found && found.text !== "" ? { seq: event.seq, ...found } : undefined;
}
