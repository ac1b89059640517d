import type { modelsApi, ProviderRow, ReplyOf } from "@skillmint/core/protocol/api";
import { useId, useState, type ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { TextField } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { Part } from "../parts/section.tsx";
import { usableModels } from "./group-providers.ts";
import { modelsTexts } from "./models-texts.ts";
import { TestModel } from "./test-model.tsx";
import { useModelChoice } from "./use-model-choice.ts";

type ModelChoice = ReplyOf<(typeof modelsApi)["currentModel"]>;

function ChooseModel({ providers, isChosen }: { providers: readonly ProviderRow[]; isChosen: boolean }) {
  const t = useWords(modelsTexts);
  const list = useId();
  const [typed, setTyped] = useState("");
  const choice = useModelChoice();
  const kept =
    choice.data === "" ? t("use.automatic.kept") : t("use.kept", { model: choice.data ?? typed.trim() });
  return (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault();
        choice.mutate(typed.trim(), { onSuccess: () => setTyped("") });
      }}
    >
      <datalist id={list}>
        {usableModels(providers).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          className="flex-1 basis-56"
          label={t("choose")}
          list={list}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={t("choose.hint")}
          required
          value={typed}
        />
        <Button disabled={choice.isPending} look="primary" type="submit">
          {t("use")}
        </Button>
        {isChosen ? (
          <Button disabled={choice.isPending} look="quiet" onClick={() => choice.mutate("")}>
            {t("use.automatic")}
          </Button>
        ) : null}
      </div>
      <p className="mt-2 empty:hidden">
        <ChangeNote change={choice} kept={kept} />
      </p>
    </form>
  );
}

/** What new sessions run on, why, and how to change it. */
export function CurrentModel({
  choice,
  providers,
}: {
  choice: ModelChoice;
  providers: readonly ProviderRow[];
}): ReactNode {
  const t = useWords(modelsTexts);
  const { model, why, detail = "", baseUrl } = choice;
  const reason = why === "key" || why === "local" ? t(`why.${why}`, { detail }) : t(`why.${why}`);
  return (
    <Part title={t("current")}>
      <p className="font-mono text-sm font-medium break-all">{model}</p>
      <p className="mt-1 mb-3 text-sm break-words text-ink-2">
        {reason}
        {baseUrl === undefined ? null : <span className="ml-1 font-mono text-xs">{baseUrl}</span>}
      </p>
      {why === "demo" ? (
        <div className="mb-3">
          <Notice>{t("demo")}</Notice>
        </div>
      ) : null}
      <TestModel key={model} model={model} />
      <ChooseModel isChosen={why === "config"} providers={providers} />
    </Part>
  );
}
