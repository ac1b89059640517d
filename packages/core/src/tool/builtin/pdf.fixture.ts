export interface PdfPageSpec {
  text?: string;
  /** Default: A4. */
  size?: [number, number];
  /** Drawn instead of the text. */
  content?: string;
}

export interface PdfSpec {
  pages: PdfPageSpec[];
  /** Further objects, by number from 100, as they stand in the file. */
  objects?: Record<number, string>;
  /** What pages may name beside the font `F`. */
  resources?: string;
  /** What the trailer says besides. */
  trailer?: string;
}

export function streamOf(content: string, more = ""): string {
  return `<< /Length ${Buffer.byteLength(content, "latin1")} ${more}>>\nstream\n${content}\nendstream`;
}

/** A small PDF, with text in a font that every reader has. */
export function createPdf({ pages, objects = {}, resources = "", trailer = "" }: PdfSpec): Buffer {
  const numbered = new Map<number, string>([
    [1, "<< /Type /Catalog /Pages 2 0 R >>"],
    [3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"],
  ]);
  const kids: string[] = [];
  pages.forEach(({ text = "", size = [595, 842], content }, index) => {
    const page = 1_000 + index * 2;
    kids.push(`${page} 0 R`);
    numbered.set(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size[0]} ${size[1]}] /Contents ${page + 1} 0 R ` +
        `/Resources << /Font << /F 3 0 R >> ${resources} >> >>`,
    );
    numbered.set(page + 1, streamOf(content ?? `BT /F 24 Tf 72 ${size[1] - 100} Td (${text}) Tj ET`));
  });
  numbered.set(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(" ")}] >>`);
  for (const [number, object] of Object.entries(objects)) numbered.set(Number(number), object);
  let body = "%PDF-1.4\n";
  const offsets = new Map<number, number>();
  for (const [number, object] of [...numbered].sort(([a], [b]) => a - b)) {
    offsets.set(number, body.length);
    body += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const table = [...offsets]
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`)
    .join("");
  const size = Math.max(...offsets.keys()) + 1;
  const end = `trailer << /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n${table}${end}`, "latin1");
}
