import { contextParts } from "@skillmint/core/protocol";
import { sessionsApi } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { formatTokens } from "../../design/format.ts";
import type { SessionState } from "../../session/session-store.ts";
import { useWordError } from "../../text/use-word-error.ts";
import { useWords } from "../../text/use-words.tsx";
import { panelTexts } from "./panel-texts.ts";

/** One hue, from strong to weak: an order, not a meaning. */
const shades = [1, 0.85, 0.72, 0.6, 0.5, 0.42, 0.34, 0.27, 0.2];

/** Who uses how much of what the model can read. */
export default function ContextTab({ state }: { state: SessionState }): ReactNode {
  const t = useWords(panelTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { id, view } = state;
  const { data, error } = useQuery({
    queryKey: ["context", id, view?.readTo, view?.lastInput],
    queryFn: ({ signal }) => client.call(sessionsApi.sessionContext, { params: { id } }, signal),
    placeholderData: (before) => before,
  });
  if (error) return <p className="text-sm text-bad">{wordError(error)}</p>;
  if (!data) return <div aria-busy className="h-24 animate-pulse rounded-md bg-panel" />;
  const shown = contextParts
    .map((name, index) => ({ name, tokens: data.parts[name] ?? 0, shade: shades[index] ?? 0.2 }))
    .filter(({ tokens }) => tokens > 0);
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">
        {t("used", {
          used: formatTokens(data.used),
          budget: formatTokens(data.budget),
          context: formatTokens(data.context),
        })}
        {data.measured ? "" : ` · ${t("estimated")}`}
      </p>
      <div aria-hidden className="mb-4 flex h-3 overflow-hidden rounded-sm bg-panel">
        {shown.map(({ name, tokens, shade }) => (
          <div
            className="bg-accent"
            key={name}
            style={{ width: `${(100 * tokens) / data.budget}%`, opacity: shade }}
          />
        ))}
      </div>
      <table className="w-full text-sm">
        <tbody>
          {shown.map(({ name, tokens, shade }) => (
            <tr key={name}>
              <td className="w-5">
                <span
                  aria-hidden
                  className="inline-block size-2.5 rounded-xs bg-accent"
                  style={{ opacity: shade }}
                />
              </td>
              <th className="py-0.5 text-left font-normal" scope="row">
                {t(`part.${name}`)}
              </th>
              <td className="text-right text-ink-2 tabular-nums">{formatTokens(Math.round(tokens))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
