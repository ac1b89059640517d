/** A picture of one pixel. */
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** As Jupyter writes it, with fields that nobody here knows. */
export const notebook = {
  cells: [
    { cell_type: "markdown", id: "intro", metadata: { tags: ["x"] }, source: ["# Title\n", "text"] },
    {
      cell_type: "code",
      execution_count: 3,
      id: "calc",
      metadata: { custom: { deep: [1, 2] } },
      outputs: [
        { name: "stdout", output_type: "stream", text: ["one\n", "\u001b[31mtwo\u001b[0m\n"] },
        {
          data: { "image/png": pixel, "text/plain": ["<Figure>"] },
          metadata: {},
          output_type: "display_data",
        },
        {
          data: { "text/html": "<b>4</b>", "text/plain": "4" },
          execution_count: 3,
          metadata: {},
          output_type: "execute_result",
        },
        {
          ename: "ValueError",
          evalue: "bad",
          output_type: "error",
          traceback: ["\u001b[0;31mValueError\u001b[0m: bad"],
        },
      ],
      source: "x = 1\nprint(x)",
      unknown: { kept: true },
    },
    { cell_type: "raw", id: "last", metadata: {}, source: [] },
  ],
  metadata: { language_info: { name: "python" }, vendor: 1.5 },
  nbformat: 4,
  nbformat_minor: 5,
};
