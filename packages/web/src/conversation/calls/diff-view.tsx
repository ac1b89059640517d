import { structuredPatch, type StructuredPatchHunk } from "diff";
import { useMemo, type ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { callTexts } from "./call-texts.ts";

interface DiffProps {
  path: string;
  /** Undefined: there was, or is, no file. */
  before: string | undefined;
  after: string | undefined;
}

const tones: Readonly<Record<string, string>> = { "+": "bg-add", "-": "bg-del" };
const maxChars = 400_000;

/** Line numbers of old and new beside each line. */
function numberLines({ oldStart, newStart, lines }: StructuredPatchHunk) {
  let old = oldStart;
  let now = newStart;
  return lines
    .filter((line) => !line.startsWith("\\"))
    .map((line) => {
      const sign = line[0] ?? " ";
      return {
        sign,
        text: line.slice(1),
        old: sign === "+" ? "" : String(old++),
        now: sign === "-" ? "" : String(now++),
      };
    });
}

function Hunk({ hunk }: { hunk: StructuredPatchHunk }): ReactNode {
  return numberLines(hunk).map((line, index) => (
    <tr className={tones[line.sign] ?? ""} key={index}>
      <td className="w-px px-2 text-right text-ink-3 select-none">{line.old}</td>
      <td className="w-px px-2 text-right text-ink-3 select-none">{line.now}</td>
      <td className="w-px px-1 select-none">{line.sign}</td>
      <td className="pr-3 whitespace-pre-wrap [overflow-wrap:anywhere]">{line.text}</td>
    </tr>
  ));
}

/** The lines that differ, with some around them. */
export default function DiffView({ path, before, after }: DiffProps): ReactNode {
  const t = useWords(callTexts);
  const hunks = useMemo(() => {
    if ((before?.length ?? 0) + (after?.length ?? 0) > maxChars) return [];
    return structuredPatch(path, path, before ?? "", after ?? "", "", "", { context: 3 }).hunks;
  }, [path, before, after]);
  const added = hunks.reduce(
    (sum, { lines }) => sum + lines.filter((line) => line.startsWith("+")).length,
    0,
  );
  const removed = hunks.reduce(
    (sum, { lines }) => sum + lines.filter((line) => line.startsWith("-")).length,
    0,
  );
  return (
    <figure className="my-2 overflow-hidden rounded-md border border-line">
      <figcaption className="flex items-center gap-3 bg-panel px-3 py-1.5 text-xs">
        <span className="min-w-0 flex-1 truncate font-mono" title={path}>
          {path}
        </span>
        {before === undefined ? <span className="text-ink-3">{t("created")}</span> : null}
        {after === undefined ? <span className="text-ink-3">{t("deleted")}</span> : null}
        <span className="text-accent">+{added}</span>
        <span className="text-bad">−{removed}</span>
      </figcaption>
      {hunks.length === 0 ? (
        <p className="px-3 py-2 text-xs text-ink-3">{t("same")}</p>
      ) : (
        <div className="max-h-[32rem] overflow-auto" tabIndex={0}>
          <table className="w-full border-collapse font-mono text-xs leading-relaxed">
            <tbody>
              {hunks.map((hunk) => (
                <Hunk hunk={hunk} key={hunk.newStart} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}
