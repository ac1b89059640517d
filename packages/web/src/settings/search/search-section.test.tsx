// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderWith, type Asked } from "../settings.fixture.tsx";
import { SearchSection } from "./search-section.tsx";

/** Settings as the server keeps them. */
function keepSettings(values: Record<string, string>) {
  return ({ method, path: address, sent }: Asked): unknown => {
    if (address === "/api/web/search/providers")
      return [
        { id: "brave", name: "Brave Search", variable: "BRAVE_API_KEY", needsAddress: false },
        { id: "searxng", name: "SearXNG", needsAddress: true },
      ];
    const { params, body } = sent as { params: { path: string }; body?: { value: string } };
    const { path } = params;
    if (method === "PUT" && body) values[path] = body.value;
    if (method === "DELETE") delete values[path];
    const value = values[path];
    return { path, source: "file", ...(value === undefined ? {} : { value }) };
  };
}

describe("SearchSection", () => {
  afterEach(cleanup);

  it("gives the address of one provider to no other", async () => {
    const values: Record<string, string> = {
      "internet.search.provider": "searxng",
      "internet.search.baseUrl": "http://127.0.0.1:8888",
    };
    renderWith(<SearchSection />, keepSettings(values));
    await screen.findByDisplayValue("http://127.0.0.1:8888");
    fireEvent.click(screen.getByRole("radio", { name: "Brave Search" }));
    await screen.findByText(/The address belonged to the provider before/);
    expect(values).toEqual({ "internet.search.provider": "brave" });
  });

  it("shows a provider of the settings that it does not know", async () => {
    renderWith(<SearchSection />, keepSettings({ "internet.search.provider": "Wander" }));
    const radio = await screen.findByRole<HTMLInputElement>("radio", { name: "wander" });
    expect(radio.checked).toBe(true);
  });
});
