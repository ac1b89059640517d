import { Component, type ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";

function Broken({ message }: { message: string }): ReactNode {
  const t = useWords(frameTexts);
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4 p-8" role="alert">
      <h1 className="text-lg font-semibold">{t("error.title")}</h1>
      <pre className="overflow-auto rounded-md bg-bad-soft p-3 font-mono text-sm whitespace-pre-wrap">
        {message}
      </pre>
      <div>
        <button
          className="rounded-md border border-line-strong px-3 py-1.5"
          onClick={() => location.reload()}
          type="button"
        >
          {t("error.reload")}
        </button>
      </div>
    </div>
  );
}

/** A screen that fails says so, and how to go on; it does not take the app with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Broken message={error.message} /> : this.props.children;
  }
}
