import type { Tokens } from "marked";
import type { ReactNode } from "react";
import { Inline } from "./inline.tsx";

const aligned = { left: "text-left", center: "text-center", right: "text-right" } as const;

function classOf(align: Tokens.TableCell["align"]): string {
  return `border-b border-line px-3 py-1.5 ${aligned[align ?? "left"]}`;
}

export function MarkdownTable({ token }: { token: Tokens.Table }): ReactNode {
  return (
    <div className="my-3 overflow-x-auto" tabIndex={0}>
      <table className="border-collapse text-sm [overflow-wrap:break-word]">
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th className={`${classOf(cell.align)} font-semibold`} key={index} scope="col">
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td className={classOf(cell.align)} key={index}>
                  <Inline tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
