import { authoringApi, draftWork, type DraftPage } from "@skillmint/core/protocol/api";
import { useEffect, useRef, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { draftTexts } from "./draft-texts.ts";
import { TextArea } from "./text-area.tsx";
import { useRefreshDrafts } from "./use-drafts.ts";
import { useKeptForm } from "./use-kept-form.ts";
import { useWork } from "./use-work.ts";
import { WorkProgress } from "./work-progress.tsx";

const empty = { text: "" };

/** Goes on with the work that a draft came from. */
export function RefineForm({ draft }: { draft: DraftPage }): ReactNode {
  const t = useWords(draftTexts);
  const { client } = useServices();
  const { place } = usePlace();
  const refresh = useRefreshDrafts();
  const { form, change, clear } = useKeptForm(`refine-${draft.id}`, empty);
  const text = form.text.trim();
  const work = useWork(`refine-${draft.id}`, draftWork, () =>
    client.call(authoringApi.refineDraft, { params: { id: draft.id }, body: { ...place, text } }),
  );
  const { result, isRunning, dismiss } = work;
  const isDone = result !== undefined && result.action !== "none";
  const finish = useRef(() => {});
  finish.current = () => {
    clear();
    dismiss();
    void refresh();
  };
  useEffect(() => {
    if (isDone) finish.current();
  }, [isDone]);
  const start = (): void => {
    if (text !== "" && !isRunning) work.start(undefined);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <TextArea
        disabled={isRunning}
        label={t("refine.label")}
        maxLength={20_000}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start();
        }}
        placeholder={t("refine.placeholder")}
        value={form.text}
      />
      <div className="mt-2 flex justify-end">
        <Button disabled={text === "" || isRunning} type="submit">
          {t("refine.send")}
        </Button>
      </div>
      <WorkProgress onRetry={start} work={work} />
      {result?.action === "none" ? (
        <p className="my-2 text-sm whitespace-pre-wrap text-warn" role="status">
          {t("refine.unchanged", { message: result.message })}
        </p>
      ) : null}
    </form>
  );
}
