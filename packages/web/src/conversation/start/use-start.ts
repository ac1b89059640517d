import { modes, type Mode } from "@skillmint/core/protocol";
import { foldersApi, sessionsApi, settingsApi, statusApi, trustApi } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useServices } from "../../app/services.tsx";

const key = "skillmint-new-folder";

/** Where a new session works, as chosen in this tab; else the server's own folder. */
export function useStartFolder() {
  const { client } = useServices();
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(key) ?? undefined);
  const { data, error } = useQuery({
    queryKey: ["folders"],
    queryFn: ({ signal }) => client.call(foldersApi.listFolders, {}, signal),
  });
  return {
    folder: chosen ?? data?.folder,
    server: data?.folder,
    recent: (data?.recent ?? []).map(({ folder }) => folder),
    error,
    choose(folder: string) {
      sessionStorage.setItem(key, folder);
      setChosen(folder);
    },
  };
}

/** What the server would work with. */
export function useStatus() {
  const { client } = useServices();
  return useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => client.call(statusApi.getStatus, { query: {} }, signal),
  }).data;
}

/** The mode that a new session has where none is chosen; undefined until it is known. */
export function useUsualMode(isDemo: boolean): Mode | undefined {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ["setting", "mode"],
    queryFn: ({ signal }) => client.call(settingsApi.getSetting, { params: { path: "mode" } }, signal),
  });
  if (!data) return undefined;
  // What a person set counts; the demo edits a file of its own, and is trusted with that.
  const chosen = data.source === "file" ? modes.find((mode) => mode === data.value) : undefined;
  return chosen ?? (isDemo ? "acceptEdits" : "default");
}

/** Undefined until it is known. */
export function useHasSessions(): boolean | undefined {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ["sessions", "any"],
    queryFn: ({ signal }) => client.call(sessionsApi.listSessions, { query: { limit: 1 } }, signal),
  });
  return data && data.length > 0;
}

/** Whether a folder is trusted, and what of it is left out as long as it is not. */
export function useTrust(folder: string | undefined) {
  const { client } = useServices();
  return useQuery({
    queryKey: ["trust", folder],
    enabled: folder !== undefined,
    retry: false,
    queryFn: ({ signal }) =>
      client.call(trustApi.getTrust, { query: folder === undefined ? {} : { folder } }, signal),
  }).data;
}
