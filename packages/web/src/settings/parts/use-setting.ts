import { settingsApi, type SettingRow } from "@skillmint/core/protocol/api";
import type { UseQueryResult } from "@tanstack/react-query";
import { useServices } from "../../app/services.tsx";
import { useAsk } from "./use-ask.ts";
import { useChange, type Change } from "./use-change.ts";

/** One setting by its path, and a way to change it; an empty text takes it back to its default. */
export function useSetting(path: string): {
  setting: UseQueryResult<SettingRow>;
  change: Change<string, SettingRow>;
} {
  const { client } = useServices();
  const params = { path };
  const setting = useAsk(settingsApi.getSetting, { params });
  const change = useChange((value: string) =>
    value === ""
      ? client.call(settingsApi.unsetSetting, { params })
      : client.call(settingsApi.setSetting, { params, body: { value } }),
  );
  return { setting, change };
}
