import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./design/tokens.css";
import { takeToken } from "./api/token.ts";
import { App } from "./app/app.tsx";
import { createServices } from "./app/create-services.ts";
import { registerWorker } from "./app/register-worker.ts";
import { ServicesProvider } from "./app/services.tsx";
import { applyTheme, readTheme, watchTheme } from "./settings/look/theme.ts";
import { LanguageProvider, preferredLanguage } from "./text/use-words.tsx";

applyTheme(readTheme());
watchTheme(applyTheme);

const root = document.getElementById("root");
if (!root) throw new Error("no root");
const services = createServices({ token: takeToken, language: preferredLanguage });
const queries = new QueryClient({
  // The server is on this machine more often than not: whether there is a network says nothing about it.
  defaultOptions: {
    queries: { retry: 1, staleTime: 2_000, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ServicesProvider value={services}>
        <LanguageProvider>
          <App />
        </LanguageProvider>
      </ServicesProvider>
    </QueryClientProvider>
  </StrictMode>,
);

registerWorker();
