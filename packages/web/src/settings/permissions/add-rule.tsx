import { settingsApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { useChange } from "../parts/use-change.ts";
import type { RuleList } from "./join-rules.ts";
import { permissionsTexts } from "./permissions-texts.ts";

const lists = ["allow", "ask", "deny"] as const;

/** Writes a rule, for everything or for the folder in question. */
export function AddRule({ folder }: { folder: string }): ReactNode {
  const t = useWords(permissionsTexts);
  const { client } = useServices();
  const [list, setList] = useState<RuleList>("allow");
  const [rule, setRule] = useState("");
  const [isHere, setHere] = useState(false);
  const change = useChange((body: { list: RuleList; rule: string; folder?: string }) =>
    client.call(settingsApi.addRule, { body }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const body = { list, rule: rule.trim(), ...(isHere ? { folder } : {}) };
        change.mutate(body, { onSuccess: () => setRule("") });
      }}
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[7rem_1fr_12rem]">
        <SelectField
          label={t("add.what")}
          onChange={({ target }) => setList(lists.find((name) => name === target.value) ?? "allow")}
          options={lists.map((name) => [name, t(`list.${name}`)] as const)}
          value={list}
        />
        <TextField
          className="max-sm:order-first max-sm:col-span-2"
          label={t("add.rule")}
          onChange={({ target }) => setRule(target.value)}
          placeholder="Bash(npm test:*)"
          required
          value={rule}
        />
        <SelectField
          label={t("add.where")}
          onChange={({ target }) => setHere(target.value === "here")}
          options={[
            ["everywhere", t("add.everywhere")],
            ["here", t("add.here", { folder })],
          ]}
          value={isHere ? "here" : "everywhere"}
        />
      </div>
      <p className="mt-1.5 text-xs text-ink-3">{t("add.hint")}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button disabled={change.isPending} type="submit">
          {t("add.button")}
        </Button>
        <ChangeNote
          change={change}
          kept={
            change.data?.done === false
              ? t("add.known")
              : t("add.kept", { rule: change.variables?.rule ?? "" })
          }
        />
      </div>
    </form>
  );
}
