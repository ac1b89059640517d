// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError, type Client } from "../api/client.ts";
import { ServicesProvider, type Services } from "../app/services.tsx";
import NewSkillScreen from "./new-skill-screen.tsx";

function createServer() {
  const created: object[] = [];
  const checked: { text: string; name?: string }[] = [];
  const call = async (endpoint: { path: string }, sent: { body: never }) => {
    const body: { name: string; text: string } = sent.body;
    if (endpoint.path === "/api/skills/check") {
      checked.push(body);
      const error = { code: "name-charset", message: "Only small letters.", line: 2 };
      return {
        valid: false,
        errors: body.name === "Bad" ? [error] : [],
        warnings: [],
        offered: true,
        instructions: "",
        requirements: [],
        diagnostics: [],
      };
    }
    if (body.name === "taken") throw new ApiError(400, "usage", "there is one already");
    created.push(body);
    return { id: `user:${body.name}` };
  };
  return { created, checked, client: { call } as unknown as Client };
}

function show(client: Client): void {
  const services = { client, highlight: async () => undefined } as unknown as Services;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider value={services}>
        <NewSkillScreen />
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

const fill = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const valueOf = (label: string): string => (screen.getByLabelText(label) as HTMLInputElement).value;
const press = (name: string): boolean => fireEvent.click(screen.getByRole("button", { name }));

describe("making a skill", () => {
  beforeEach(() => {
    localStorage.clear();
    history.replaceState(null, "", "/skills/new?folder=%2Fwork");
  });
  afterEach(cleanup);

  it("creates what was filled in, in the folder that is shown, and goes there", async () => {
    const { created, client } = createServer();
    show(client);
    fill("Name", "tidy");
    fill("Description", " Tidies. ");
    fill("Allowed tools", "Read");
    press("For this project");
    press("Start with an outline");
    press("Create");
    await waitFor(() => expect(location.pathname).toBe("/skills/user%3Atidy"));
    expect(location.search).toBe("?folder=%2Fwork");
    expect(created).toEqual([
      {
        folder: "/work",
        name: "tidy",
        description: "Tidies.",
        fields: { "allowed-tools": "Read" },
        body: expect.stringContaining("# Tidy") as string,
        project: true,
      },
    ]);
    expect(localStorage.length).toBe(0);
  });

  it("shows what is wrong while it is written, and asks about nothing before", async () => {
    const { checked, client } = createServer();
    show(client);
    fill("Name", "Bad");
    await screen.findByText("Only small letters.");
    expect(checked.map(({ name }) => name)).toEqual(["Bad"]);
    press("Use bad");
    await waitFor(() => expect(screen.queryByText("Only small letters.")).toBeNull());
  });

  it("loses nothing when it is refused, nor when the page is opened anew", async () => {
    const { client } = createServer();
    show(client);
    fill("Name", "taken");
    fill("Instructions", "Long work.");
    press("Create");
    await screen.findByText(/there is one already/);
    expect(valueOf("Instructions")).toBe("Long work.");
    cleanup();
    show(client);
    expect([valueOf("Name"), valueOf("Instructions")]).toEqual(["taken", "Long work."]);
  });
});
