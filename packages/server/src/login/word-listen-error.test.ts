import { createAreaWords } from "@skillmint/core/protocol";
import { expect, it } from "vitest";
import { serverTexts } from "../texts.ts";
import { wordListenError } from "./word-listen-error.ts";

it.each([
  ["EACCES", /^Port 80 .*--port/],
  ["EADDRNOTAVAIL", /^192\.0\.2\.1 is no address/],
  ["EMFILE", /^undefined$/],
])("says what to do about %s", async (code, message) => {
  const error = Object.assign(new Error("listen"), { code });
  const place = { host: "192.0.2.1", port: 80 };
  expect(String(await wordListenError(error, place, createAreaWords(serverTexts, "en")))).toMatch(message);
});
