import { packsApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { ChangeNote } from "../settings/parts/change-note.tsx";
import { TextField } from "../settings/parts/field.tsx";
import { Part } from "../settings/parts/section.tsx";
import { useChange } from "../settings/parts/use-change.ts";
import { useWords } from "../text/use-words.tsx";
import { signersTexts } from "./signers-texts.ts";

const empty = { key: "", name: "" };

/** Trusts a key that a person got from its holder. */
export function AddSigner(): ReactNode {
  const t = useWords(signersTexts);
  const { client } = useServices();
  const [form, setForm] = useState(empty);
  const change = useChange(async ({ key, name }: typeof empty) => {
    const body = { signer: key.trim(), ...(name.trim() === "" ? {} : { name: name.trim() }) };
    await client.call(packsApi.trustSigner, { body });
    setForm(empty);
  });
  return (
    <Part lead={t("add.lead")} title={t("add")}>
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(form);
        }}
      >
        <TextField
          label={t("add.key")}
          onChange={({ target }) => setForm({ ...form, key: target.value })}
          placeholder="ssh-ed25519 AAAA…"
          required
          value={form.key}
        />
        <TextField
          hint={t("name.hint")}
          label={t("name")}
          maxLength={200}
          onChange={({ target }) => setForm({ ...form, name: target.value })}
          value={form.name}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={change.isPending || form.key.trim() === ""} type="submit">
            {t("add.do")}
          </Button>
          <ChangeNote change={change} />
        </div>
      </form>
    </Part>
  );
}
