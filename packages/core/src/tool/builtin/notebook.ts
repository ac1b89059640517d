import { z } from "zod";

const lines = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === "string" ? value : value.join("")));

const output = z.looseObject({
  output_type: z.string(),
  name: z.string().optional().catch(undefined),
  text: lines.optional().catch(undefined),
  data: z.record(z.string(), z.unknown()).optional().catch(undefined),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
  traceback: z.array(z.string()).optional().catch(undefined),
});

const cell = z.looseObject({
  id: z.string().optional().catch(undefined),
  cell_type: z.string(),
  source: lines,
  execution_count: z.number().nullish().catch(null),
  outputs: z.array(output).optional().catch(undefined),
});

const notebook = z.looseObject({
  cells: z.array(cell),
  nbformat: z.number(),
  nbformat_minor: z.number().optional().catch(undefined),
  metadata: z
    .looseObject({ language_info: z.looseObject({ name: z.string() }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export type Notebook = z.infer<typeof notebook>;
export type NotebookCell = z.infer<typeof cell>;
export type NotebookOutput = z.infer<typeof output>;

/** A Jupyter notebook of format 4, leniently; undefined where the text is none. */
export function parseNotebook(text: string): Notebook | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const parsed = notebook.safeParse(json);
  return parsed.success ? parsed.data : undefined;
}

/** Text of a value of an output's `data`, which is a string, or a list of lines, or JSON. */
export function textOfData(value: unknown): string {
  const parsed = lines.safeParse(value);
  return parsed.success ? parsed.data : JSON.stringify(value);
}
