import { environmentsApi } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { settingsTexts } from "../settings-texts.ts";
import { environmentsTexts } from "./environments-texts.ts";

interface CompareProps {
  from: string | undefined;
  to: string | undefined;
  isBusy: boolean;
  onSwitch(): void;
  onClose(): void;
}

/** What switching would change, in words, before it is done. */
export function CompareEnvironment({ from, to, isBusy, onSwitch, onClose }: CompareProps): ReactNode {
  const t = useWords(environmentsTexts);
  const words = useWords(settingsTexts);
  const query = useAsk(environmentsApi.compareEnvironments, {
    query: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
  });
  return (
    <div className="mt-2 mb-3 border-l-2 border-accent pl-4 text-sm">
      <p className="mb-1 font-medium">{t("compare")}</p>
      <Asked query={query}>
        {({ lines }) =>
          lines.length === 0 ? (
            <p className="text-ink-2">{t("compare.same")}</p>
          ) : (
            <ul className="text-ink-2">
              {lines.map((line) => (
                <li className="break-words" key={line}>
                  {line}
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
      <div className="mt-3 flex gap-2">
        <Button disabled={isBusy} look="primary" onClick={onSwitch}>
          {to === undefined ? t("switch.none") : t("switch", { name: to })}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words("cancel")}
        </Button>
      </div>
    </div>
  );
}
