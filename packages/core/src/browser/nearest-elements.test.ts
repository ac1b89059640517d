import { expect, it } from "vitest";
import { nearestElements } from "./nearest-elements.ts";
import type { FoundElement } from "./page-scripts.ts";

const element = (more: Partial<FoundElement>): FoundElement => ({
  tag: "button",
  role: "",
  text: "",
  id: "",
  name: "",
  test: "",
  classes: "",
  ...more,
});

const page = [
  element({ text: "Sign in", id: "sign-in" }),
  element({ text: "Cancel", classes: "secondary" }),
  element({ tag: "input", role: "email", text: "E-mail", name: "mail" }),
  element({ tag: "a", text: "登录", id: "1a" }),
  element({ tag: "div", test: "cart-total", text: "12.00" }),
];

it.each([
  ["#signin", '- button "Sign in": #sign-in'],
  ["button:has-text('Log in now')", '- button "Sign in": #sign-in'],
  ["input[name=email]", '- input (email) "E-mail": input[name="mail"]'],
  [".cancel", '- button "Cancel": text="Cancel"'],
  ["text=登陆", '- a "登录": [id="1a"]'],
  ["[data-testid=cart_total]", '- div "12.00": [data-testid="cart-total"]'],
])("finds what %s may have meant", (selector, first) => {
  expect(nearestElements(selector, page)[0]).toBe(first);
});

it("shows a few lines, each once", () => {
  const many = Array.from({ length: 50 }, (_, n) => element({ text: `Row ${n % 10}` }));
  expect(nearestElements("Row 3", many)).toHaveLength(6);
  expect(nearestElements("x", [])).toEqual([]);
});
