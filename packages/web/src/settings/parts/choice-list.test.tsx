// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ChoiceList } from "./choice-list.tsx";

const choices = ["a", "b", "c"].map((value) => ({ value, title: value }));
const chosen = (): string[] =>
  screen
    .getAllByRole<HTMLInputElement>("radio")
    .filter(({ checked }) => checked)
    .map(({ value }) => value);

describe("ChoiceList", () => {
  afterEach(cleanup);

  it("shows what is chosen at once, and the old one again where it was refused", async () => {
    const asked: { value: string; refuse(): void }[] = [];
    const onChoose = (value: string): Promise<unknown> =>
      new Promise((_, reject) => {
        asked.push({ value, refuse: () => reject(new Error("no")) });
      });
    render(<ChoiceList choices={choices} label="x" onChoose={onChoose} value="a" />);
    fireEvent.click(screen.getByRole("radio", { name: "b" }));
    expect(chosen()).toEqual(["b"]);
    fireEvent.click(screen.getByRole("radio", { name: "c" }));
    await act(async () => asked[0]?.refuse());
    expect(chosen()).toEqual(["c"]);
    await act(async () => asked[1]?.refuse());
    expect(chosen()).toEqual(["a"]);
  });
});
