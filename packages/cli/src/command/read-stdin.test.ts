import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { readStdin } from "./read-stdin.ts";

it("reads to the end, characters that were cut in two included", async () => {
  const input = new PassThrough();
  const bytes = Buffer.from("你好");
  input.write(bytes.subarray(0, 2));
  input.end(bytes.subarray(2));
  expect(await readStdin(input, new AbortController().signal)).toBe("你好");
});

it.each(["before", "while"])("is cancelled %s it waits for more", async (when) => {
  const controller = new AbortController();
  if (when === "before") controller.abort();
  const input = new PassThrough();
  input.write("half a prompt");
  const reading = readStdin(input, controller.signal);
  setImmediate(() => controller.abort());
  await expect(reading).rejects.toMatchObject({ code: "cancelled" });
});
