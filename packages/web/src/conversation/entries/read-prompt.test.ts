import { describe, expect, it } from "vitest";
import { readPrompt } from "./read-prompt.ts";

const text = (value: string) => ({ type: "text" as const, text: value });

describe("a prompt with files", () => {
  it("is taken apart into words, files and images", () => {
    const image = { type: "image" as const, blob: "b1", mediaType: "image/png" as const };
    const named = `<file name=${JSON.stringify('a "b".txt')}>\nline\n</file>\nend\n</file>`;
    expect(readPrompt([text("look"), text(named), image])).toEqual({
      text: "look",
      files: [{ name: 'a "b".txt', text: "line\n</file>\nend" }],
      images: [image],
    });
  });

  it("shows the beginning of a file that is still on its way, and anything else as it was written", () => {
    expect(readPrompt([text('<file name="a.txt">\nbegin')]).files).toEqual([
      { name: "a.txt", text: "begin" },
    ]);
    for (const words of ["<file name=x>\ny\n</file>", 'see <file name="a">\nb\n</file>'])
      expect(readPrompt([text(words)])).toEqual({ text: words, files: [], images: [] });
  });
});
