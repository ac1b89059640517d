import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useServices } from "./services.tsx";

/** Looks for the server as soon as somebody looks at the page, and reads everything again once it is back. */
export function useRecovery(): void {
  const { connection } = useServices();
  const queries = useQueryClient();
  useEffect(() => {
    let wasAway = connection.state() !== "online";
    const stop = connection.subscribe(() => {
      const isAway = connection.state() !== "online";
      if (wasAway && !isAway) void queries.invalidateQueries();
      wasAway = isAway;
    });
    const onLook = (): void => {
      if (document.visibilityState === "visible") connection.retry();
    };
    document.addEventListener("visibilitychange", onLook);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", onLook);
    };
  }, [connection, queries]);
}
