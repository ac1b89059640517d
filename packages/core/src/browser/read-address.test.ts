import { expect, it } from "vitest";
import { readAddress } from "./read-address.ts";

it.each([
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  [" http://example.com ", "http://example.com/"],
  ["example.com/x", "https://example.com/x"],
  ["example.com:8443", "https://example.com:8443/"],
  ["localhost:3000/a", "http://localhost:3000/a"],
  ["127.0.0.1:80", "http://127.0.0.1/"],
  ["[::1]:8080", "http://[::1]:8080/"],
  ["HTTP://0x7f.1/", "http://127.0.0.1/"],
  ["about:blank", "about:blank"],
  ["about:config", undefined],
  ["file:///etc/passwd", undefined],
  ["chrome://settings", undefined],
  ["view-source:https://example.com", undefined],
  ["data:text/html,x", undefined],
  ["javascript:alert(1)//example.com", undefined],
  ["devtools://x", undefined],
  ["ftp://example.com", undefined],
  ["http://", undefined],
  ["hello", undefined],
  ["", undefined],
])("reads %j as %j", (text, expected) => expect(readAddress(text)?.href).toBe(expected));
