import type { Endpoint } from "@skillmint/core/protocol/api";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Client } from "../api/client.ts";
import { ServicesProvider, type Services } from "../app/services.tsx";

/** What was asked of the server, in order. */
export interface Asked {
  method: string;
  path: string;
  sent: unknown;
}

/** Shows a part of the app with a server that answers what `answer` says; throwing is refusing. */
export function renderWith(element: ReactNode, answer: (asked: Asked) => unknown) {
  const asked: Asked[] = [];
  const client = {
    call: async ({ method, path }: Endpoint, sent: unknown) => {
      const question = { method, path, sent };
      asked.push(question);
      return answer(question);
    },
    open: () => Promise.reject(new Error("not here")),
  } as unknown as Client;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const shown = render(
    <QueryClientProvider client={queries}>
      <ServicesProvider value={{ client } as Services}>{element}</ServicesProvider>
    </QueryClientProvider>,
  );
  return { ...shown, asked };
}
