import { useState, type DragEvent } from "react";

interface Drop {
  /** Files hang over it. */
  isOver: boolean;
  handlers: {
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
}

/** Takes files that are dropped. What else is dragged, text for one, goes its own way. */
export function useDrop(onFiles: (files: File[]) => void): Drop {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event) {
        const { relatedTarget, currentTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop(event) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
