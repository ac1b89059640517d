import { modelsApi } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import type { ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { formatDuration } from "../../design/format.ts";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { modelsTexts } from "./models-texts.ts";

const maxShown = 120;

/** Says hi to a model and shows what came back, and how long it took; or the provider's own words why not. */
export function TestModel({ model, children }: { model: string; children?: ReactNode }): ReactNode {
  const t = useWords(modelsTexts);
  const { client } = useServices();
  const test = useMutation({
    mutationFn: (name: string) => client.call(modelsApi.testModel, { body: { model: name } }),
  });
  const { data, variables } = test;
  const time = formatDuration(data?.ms ?? 0);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={test.isPending || model === ""} onClick={() => test.mutate(model)}>
          <PlugZap aria-hidden size={15} /> {t("test")}
        </Button>
        {children}
      </div>
      <p className="mt-2 empty:hidden">
        <ChangeNote
          change={test}
          failed={(message) => t("test.failed", { message })}
          kept={
            data && data.text !== ""
              ? t("tested", { model: data.model, time, text: data.text.slice(0, maxShown) })
              : t("tested.silent", { model: data?.model ?? "", time })
          }
          pending={t("testing", { model: variables ?? "" })}
        />
      </p>
    </>
  );
}
