import { describe, expect, it } from "vitest";
import { findReferences, findVariables, resolveReferences } from "./reference.ts";

const env = { HOST: "example.org", LOOP: "${HOST}", EMPTY: "" };
const secrets = { token: "canary-5c1", "team/key.1": "k" };

describe("resolveReferences", () => {
  it.each([
    ["https://${HOST}/v1", "https://example.org/v1"],
    ["Bearer ${secret:token}", "Bearer canary-5c1"],
    ["${secret:team/key.1}${HOST}", "kexample.org"],
    ["${LOOP}", "${HOST}"],
    ["$HOST ${} ${1} ${a b} $${", "$HOST ${} ${1} ${a b} $${"],
  ])("%s becomes %s", (text, expected) => {
    expect(resolveReferences(text, { env, secrets })).toBe(expected);
  });

  it("reaches into lists and objects and leaves other values", () => {
    const value = { a: ["${HOST}", 1, null], b: { c: true, d: "${HOST}" } };
    expect(resolveReferences(value, { env })).toEqual({
      a: ["example.org", 1, null],
      b: { c: true, d: "example.org" },
    });
  });

  it.each([
    ["${MISSING}", "${MISSING} is not set (models.jsonc)."],
    ["${EMPTY}", "${EMPTY} is not set (models.jsonc)."],
    ["${toString}", "${toString} is not set (models.jsonc)."],
    ["${secret:token} ${secret:other}", "${secret:other} is not set (models.jsonc)."],
  ])("names what is unset in %s and no value", (text, message) => {
    expect(() => resolveReferences(text, { env, secrets, where: "models.jsonc" })).toThrow(
      expect.objectContaining({ code: "usage", params: { message } }),
    );
  });
});

it("finds what a value refers to, once each", () => {
  expect(findReferences({ a: "${A} ${A} ${secret:s}", b: ["${B}", 1] })).toEqual({
    variables: ["A", "B"],
    secrets: ["s"],
  });
});

it("takes a default where a variable is unset or empty, and needs none of them", () => {
  const value = "${HOST:-localhost}:${MISSING:-80}${EMPTY:-}";
  expect(resolveReferences(value, { env: { HOST: "example.org", EMPTY: "" } })).toBe("example.org:80");
  expect(findReferences(value)).toEqual({ variables: [], secrets: [] });
  expect(findVariables([value, "${A} ${secret:s}"])).toEqual(["HOST", "MISSING", "EMPTY", "A"]);
});
