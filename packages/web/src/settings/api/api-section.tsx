import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useDeferredValue, useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { saveFile } from "../../design/save-file.ts";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { inputLook } from "../parts/field.tsx";
import { Section } from "../parts/section.tsx";
import { groupRoutes, type ApiDocument } from "./api-document.ts";
import { apiTexts } from "./api-texts.ts";
import { RouteLine } from "./route-line.tsx";

function Routes({ api, query }: { api: ApiDocument; query: string }): ReactNode {
  const t = useWords(apiTexts);
  const groups = groupRoutes(api, query);
  if (groups.length === 0) return <p className="mt-4 text-sm text-ink-3">{t("none", { query })}</p>;
  return groups.map(([tag, routes]) => (
    <section aria-label={tag} className="mt-6" key={tag}>
      <h2 className="mb-1 flex items-baseline gap-2 font-semibold">
        {tag} <span className="text-xs font-normal text-ink-3">{t("count", { count: routes.length })}</span>
      </h2>
      <ul>
        {routes.map((route) => (
          <RouteLine key={`${route.method} ${route.path}`} route={route} />
        ))}
      </ul>
    </section>
  ));
}

/** The description of the API, for people: what can be asked of the server, what goes in and what comes out. */
export function ApiSection(): ReactNode {
  const t = useWords(apiTexts);
  const { client } = useServices();
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed.trim());
  const description = useQuery({
    queryKey: ["openapi"],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ApiDocument> =>
      (await (await client.open("/api/openapi.json", signal)).json()) as ApiDocument,
  });
  return (
    <Section lead={`${t("lead")} ${t("lead.token")}`} title={t("title")}>
      <Asked query={description}>
        {(api) => (
          <div>
            <div className="flex gap-2">
              <input
                aria-label={t("find")}
                className={inputLook}
                onChange={(event) => setTyped(event.target.value)}
                placeholder={t("find")}
                type="search"
                value={typed}
              />
              <Button
                className="shrink-0"
                onClick={() => {
                  const text = JSON.stringify(api, null, 2);
                  saveFile(new Blob([text], { type: "application/json" }), "openapi.json");
                }}
              >
                <Download aria-hidden size={14} /> openapi.json
              </Button>
            </div>
            <Routes api={api} query={query} />
          </div>
        )}
      </Asked>
    </Section>
  );
}
