import { useEffect, useRef, useState } from "react";
import { takeFiles, type Attachment, type Refusal } from "./attachment.ts";
import { fillShelf, readShelf, shelfOf } from "./attachment-shelf.ts";

export interface Attachments {
  items: readonly Attachment[];
  /** What the last files were refused for. */
  refused: readonly Refusal[];
  add(files: readonly File[]): Promise<void>;
  remove(id: string): void;
  /** These went along; what was added since stays. */
  drop(sent: readonly Attachment[]): void;
}

/** The files of a draft. They stay over a failed send and over a reload of the page. */
export function useAttachments(draftKey: string): Attachments {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const current = useRef<readonly Attachment[]>(items);
  const key = shelfOf(draftKey);
  const change = (next: readonly Attachment[]): void => {
    current.current = next;
    setItems(next);
    void fillShelf(key, next);
  };
  useEffect(() => {
    let isGone = false;
    void readShelf(key).then((kept) => {
      if (isGone || kept.length === 0 || current.current.length > 0) return;
      current.current = kept;
      setItems(kept);
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  return {
    items,
    refused,
    async add(files) {
      const found = await takeFiles(current.current, files);
      setRefused(found.refused);
      if (found.taken.length > 0) change([...current.current, ...found.taken]);
    },
    remove(id) {
      setRefused([]);
      change(current.current.filter((item) => item.id !== id));
    },
    drop(sent) {
      const gone = new Set(sent.map(({ id }) => id));
      change(current.current.filter(({ id }) => !gone.has(id)));
    },
  };
}
