import { evalsApi, skillTestsApi, type SkillPage } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { CodeBlock } from "../markdown/code-block.tsx";
import { TextField } from "../settings/parts/field.tsx";
import { Failed } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { emptyTexts } from "./empty-texts.ts";
import { isOwn } from "./skill-tabs.tsx";
import { TextArea } from "./text-area.tsx";
import { useKeptForm } from "./use-kept-form.ts";
import { findJsonProblem, writeTemplate } from "./write-template.ts";

interface EmptyProps {
  kind: "tests" | "evals";
  skill: SkillPage;
  onWritten(): void;
}

/** Where there is nothing yet: what it is good for, and a first one to write. */
export function EmptyFiles({ kind, skill, onWritten }: EmptyProps): ReactNode {
  const t = useWords(emptyTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const template = useMemo(() => writeTemplate(kind, skill.name), [kind, skill.name]);
  const { form, change, clear } = useKeptForm(`first-${kind}-${skill.id}`, template);
  const endpoint = kind === "tests" ? skillTestsApi.writeTests : evalsApi.writeEvals;
  const save = useMutation({
    mutationFn: () =>
      client.call(endpoint, {
        params: { id: skill.id },
        body: { ...place, name: form.name.trim(), text: form.text },
      }),
    onSuccess: () => {
      clear();
      onWritten();
    },
  });
  const problem = findJsonProblem(form.text);
  return (
    <section className="max-w-reading">
      <h2 className="font-semibold">{t(`${kind}.title`)}</h2>
      <p className="mt-1 mb-5 text-sm text-ink-2">{t(`${kind}.explain`)}</p>
      {isOwn(skill) ? (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <TextField
            label={t("name")}
            onChange={({ target }) => change({ name: target.value })}
            pattern="[A-Za-z0-9][A-Za-z0-9_\-]*\.jsonc?"
            required
            value={form.name}
          />
          <TextArea
            className="max-h-[32rem] font-mono text-xs"
            label={t("text")}
            onChange={({ target }) => change({ text: target.value })}
            spellCheck={false}
            value={form.text}
          />
          {problem === undefined ? null : (
            <p className="text-sm text-warn">{t("notJson", { message: problem })}</p>
          )}
          {save.error ? <Failed message={t("failed", { message: wordError(save.error) })} /> : null}
          <div className="flex justify-end gap-2">
            {form === template ? null : (
              <Button look="quiet" onClick={clear}>
                {t("discard")}
              </Button>
            )}
            <Button disabled={problem !== undefined || save.isPending} look="primary" type="submit">
              {t("save")}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p className="mb-3 text-sm text-ink-2">{t("notOwn")}</p>
          <CodeBlock language="json" text={template.text.trimEnd()} />
        </>
      )}
    </section>
  );
}
