import { modelsApi, settingsApi } from "@skillmint/core/protocol/api";
import { useServices } from "../../app/services.tsx";
import { useChange } from "../parts/use-change.ts";

/** Makes a model the one of new sessions; an empty name leaves the choice to the server again. */
export function useModelChoice() {
  const { client } = useServices();
  return useChange(async (model: string): Promise<string> => {
    if (model !== "") return (await client.call(modelsApi.useModel, { body: { model } })).model;
    await client.call(settingsApi.unsetSetting, { params: { path: "model" } });
    return "";
  });
}
