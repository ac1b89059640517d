import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";

/**
 * A change on its way to the server: kept, or not and why. Several go one after the other, as they were made. What else
 * they change is asked for again by itself.
 */
export type Change<Input, Reply = unknown> = UseMutationResult<Reply, Error, Input>;

export function useChange<Input, Reply>(work: (input: Input) => Promise<Reply>): Change<Input, Reply> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: work,
    scope: { id: "settings" },
    onSettled: () => queries.invalidateQueries(),
  });
}
