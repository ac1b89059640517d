export interface DiffRow {
  kind: "file" | "place" | "added" | "removed" | "same" | "note";
  text: string;
}

/**
 * The rows of a unified difference of several files, for a person: the names of files that stand in pairs are left out,
 * because a line above them says what became of the file.
 */
export function readDiff(diff: string): DiffRow[] {
  const lines = diff.split("\n");
  const rows: DiffRow[] = [];
  let isInside = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    // Inside a file every line has its sign: what looks like a name there is a line of the text.
    const isHead = !isInside && line.startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ");
    if (isHead) {
      at += 1;
      isInside = true;
    } else if (line.startsWith("@@ ")) {
      // Where a file begins needs no saying.
      if (line !== "@@ -1 +1 @@") rows.push({ kind: "place", text: line });
    } else if (isInside && line.startsWith("+")) rows.push({ kind: "added", text: line.slice(1) });
    else if (isInside && line.startsWith("-")) rows.push({ kind: "removed", text: line.slice(1) });
    else if (isInside && line.startsWith(" ")) rows.push({ kind: "same", text: line.slice(1) });
    else if (line !== "") {
      isInside = false;
      rows.push({ kind: (lines[at + 1] ?? "").startsWith("--- ") ? "file" : "note", text: line });
    }
  }
  return rows;
}
