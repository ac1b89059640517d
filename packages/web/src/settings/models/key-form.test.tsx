// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ApiError } from "../../api/client.ts";
import { renderWith } from "../settings.fixture.tsx";
import { KeyForm } from "./key-form.tsx";

const provider = { id: "openai", label: "OpenAI", models: [], local: false };
const key = "sk-very-secret";

function enterKey(): HTMLInputElement {
  const input = screen.getByLabelText<HTMLInputElement>("Key");
  fireEvent.change(input, { target: { value: ` ${key} ` } });
  fireEvent.click(screen.getByRole("button", { name: "Keep key" }));
  return input;
}

describe("KeyForm", () => {
  afterEach(cleanup);

  it("sends the key once, says where it is kept and holds it no longer", async () => {
    const { asked, container } = renderWith(<KeyForm provider={provider} />, () => ({
      provider: { ...provider, key: "file" },
      place: "/home/me/secrets.json",
    }));
    const input = enterKey();
    await screen.findByText("Kept in /home/me/secrets.json");
    expect(asked).toEqual([
      {
        method: "PUT",
        path: "/api/models/:provider",
        sent: { params: { provider: "openai" }, body: { key, keychain: false } },
      },
    ]);
    expect(input.type).toBe("password");
    expect(input.value).toBe("");
    expect(container.innerHTML).not.toContain(key);
  });

  it("says why it was not kept, and what was typed stays", async () => {
    renderWith(<KeyForm provider={provider} />, () => {
      throw new ApiError(500, "config-unreadable", "The disk is full.");
    });
    const input = enterKey();
    await screen.findByText("Not kept: The disk is full.");
    expect(input.value).toContain(key);
  });
});
