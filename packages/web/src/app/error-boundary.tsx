import { Component, useEffect, useRef, type ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";
import { useConnection } from "./services.tsx";

/** How browsers word that a file of the app is not there: the server is away, or has another version by now. */
const unloaded =
  /dynamically imported module|importing a module script|module script failed|unable to preload/i;

/** What could not be loaded is there again once the server is: the page begins anew by itself. */
function useReload(isWanted: boolean): void {
  const connection = useConnection();
  const wasAway = useRef(false);
  useEffect(() => {
    if (connection === "offline") wasAway.current = true;
    else if (isWanted && wasAway.current) location.reload();
  }, [connection, isWanted]);
}

function Broken({ message }: { message: string }): ReactNode {
  const t = useWords(frameTexts);
  const isUnloaded = unloaded.test(message);
  useReload(isUnloaded);
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4 p-8" role="alert">
      <h1 className="text-lg font-semibold">{t("error.title")}</h1>
      {isUnloaded ? (
        <p className="text-ink-2">{t("error.unloaded")}</p>
      ) : (
        <pre className="overflow-auto rounded-md bg-bad-soft p-3 font-mono text-sm whitespace-pre-wrap">
          {message}
        </pre>
      )}
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

interface BoundaryProps {
  children: ReactNode;
  /** What is shown: something else is tried afresh. */
  place?: string;
}

/** A screen that fails says so, and how to go on; it does not take the app with it, nor the next screen. */
export class ErrorBoundary extends Component<BoundaryProps, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override componentDidUpdate({ place }: BoundaryProps): void {
    if (place !== this.props.place && this.state.error) this.setState({ error: undefined });
  }
  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Broken message={error.message} /> : this.props.children;
  }
}
