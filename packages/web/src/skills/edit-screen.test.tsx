// @vitest-environment happy-dom
import type { SkillPage } from "@skillmint/core/protocol/api";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError, type Client } from "../api/client.ts";
import { ServicesProvider, type Services } from "../app/services.tsx";
import EditScreen from "./edit-screen.tsx";

const page = (text: string, digest: string): SkillPage => ({
  id: "user:tidy",
  name: "tidy",
  slug: "tidy",
  description: "Tidies.",
  layer: "user",
  folder: "/home/skills/tidy",
  file: "/home/skills/tidy/SKILL.md",
  enabled: true,
  offered: true,
  trusted: true,
  editable: true,
  fields: {},
  extra: {},
  files: [],
  moreFiles: 0,
  instructions: text,
  requirements: [],
  diagnostics: [],
  check: { valid: true, errors: [], warnings: [] },
  text,
  digest,
});

/** A server with one skill, whose file others may change. */
function createServer() {
  const disk = { text: "one", digest: "1", isEditable: true };
  const checked: string[] = [];
  const call = async (endpoint: { method: string; path: string }, sent: { body?: never }) => {
    const body: { text: string; digest: string } = sent.body ?? { text: "", digest: "" };
    if (endpoint.path === "/api/skills/check") {
      checked.push(body.text);
      return {
        valid: true,
        errors: [],
        warnings: [],
        offered: true,
        instructions: body.text,
        requirements: [],
        diagnostics: [],
      };
    }
    if (endpoint.method === "GET") return { ...page(disk.text, disk.digest), editable: disk.isEditable };
    if (body.digest !== disk.digest) throw new ApiError(409, "skill-refused", "changed");
    Object.assign(disk, { text: body.text, digest: `${disk.digest}+` });
    return page(disk.text, disk.digest);
  };
  return { disk, checked, client: { call } as unknown as Client };
}

function show(client: Client): void {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const services = { client, highlight: async () => undefined } as unknown as Services;
  render(
    <QueryClientProvider client={queries}>
      <ServicesProvider value={services}>
        <EditScreen />
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

const field = (): Promise<HTMLTextAreaElement> => screen.findByLabelText("SKILL.md");
const type = (box: HTMLElement, value: string): boolean => fireEvent.change(box, { target: { value } });
const press = (name: string): boolean => fireEvent.click(screen.getByRole("button", { name }));

describe("editing a skill", () => {
  beforeEach(() => {
    localStorage.clear();
    history.replaceState(null, "", "/skills/user%3Atidy/edit");
  });
  afterEach(cleanup);

  it("checks what is written, saves it and goes to the skill", async () => {
    const { disk, checked, client } = createServer();
    show(client);
    type(await field(), "two");
    await waitFor(() => expect(checked).toContain("two"));
    press("Save");
    await waitFor(() => expect(location.pathname).toBe("/skills/user%3Atidy"));
    expect(disk.text).toBe("two");
    expect(localStorage.length).toBe(0);
  });

  it("keeps what was typed over a new page, and gives it up only when asked to", async () => {
    const { client } = createServer();
    show(client);
    type(await field(), "typed");
    cleanup();
    show(client);
    expect((await field()).value).toBe("typed");
    press("Discard");
    fireEvent.click((await screen.findAllByRole("button", { name: "Discard" })).at(-1) as HTMLElement);
    await waitFor(async () => expect((await field()).value).toBe("one"));
    expect(localStorage.length).toBe(0);
  });

  it("never writes over a text it did not see: says so, and goes on with either", async () => {
    const { disk, client } = createServer();
    show(client);
    type(await field(), "mine");
    Object.assign(disk, { text: "theirs", digest: "9" });
    press("Save");
    await screen.findByText(/changed on disk/);
    expect(disk.text).toBe("theirs");
    expect((await field()).value).toBe("mine");
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
    press("Keep mine");
    await waitFor(() => expect(screen.queryByText(/changed on disk/)).toBeNull());
    press("Save");
    await waitFor(() => expect(disk.text).toBe("mine"));
  });

  it("tells of a file that changed before the page was opened again", async () => {
    const { disk, client } = createServer();
    show(client);
    type(await field(), "mine");
    cleanup();
    Object.assign(disk, { text: "theirs", digest: "9" });
    show(client);
    await screen.findByText(/changed on disk/);
    expect((await field()).value).toBe("mine");
  });

  it("says that a skill of somebody else is not to be changed", async () => {
    const { disk, client } = createServer();
    disk.isEditable = false;
    show(client);
    await screen.findByText(/not yours to change/);
    expect(screen.queryByLabelText("SKILL.md")).toBeNull();
  });
});
