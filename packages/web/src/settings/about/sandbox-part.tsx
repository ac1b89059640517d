import type { ReplyOf, statusApi } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Part } from "../parts/section.tsx";
import { aboutTexts } from "./about-texts.ts";

type Sandbox = ReplyOf<(typeof statusApi)["getStatus"]>["sandbox"];

/** Whether commands are kept in a sandbox; where not, what is missing and what to do about it. */
export function SandboxPart({ sandbox }: { sandbox: Sandbox }): ReactNode {
  const t = useWords(aboutTexts);
  const { available, problems, advice } = sandbox;
  return (
    <Part title={t("sandbox")}>
      <p className="text-sm text-ink-2">{available ? t("sandbox.on") : t("sandbox.off")}</p>
      {[...problems, ...advice].length === 0 ? null : (
        <ul className="mt-2 list-disc space-y-1 pl-5 text-sm break-words marker:text-ink-3">
          {problems.map((problem) => (
            <li className="text-warn" key={problem}>
              {problem}
            </li>
          ))}
          {advice.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Part>
  );
}
