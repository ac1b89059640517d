import { jobsApi, type Job } from "@skillmint/core/protocol/api";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/client.ts";
import { useServices } from "../app/services.tsx";
import { keep, readKept } from "../skills/kept.ts";

/** Whatever turns what came into what it should be: a schema of the protocol. */
export interface Reader<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

export interface Work<T, Wish> {
  /** How it stands; undefined where nothing was started, or nothing is known yet. */
  job: Job | undefined;
  result: T | undefined;
  isRunning: boolean;
  /** The server forgot it before it ended. */
  isLost: boolean;
  /** It could not even be started. */
  error: Error | undefined;
  start(wish: Wish): void;
  cancel(): void;
  isCancelling: boolean;
  /** Forgets what was done. */
  dismiss(): void;
}

const pollMs = 400;
const maxSteps = 500;
const empty = { id: "" };
const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

/** With the steps that were seen before. */
function join(before: Job | undefined, now: Job): Job {
  const last = before?.steps.at(-1)?.n ?? 0;
  const fresh = now.steps.filter(({ n }) => n > last);
  return { ...now, steps: [...(before?.steps ?? []), ...fresh].slice(-maxSteps) };
}

/**
 * A piece of long work by the name of the place it belongs to: it is followed over reloads, and found again when the
 * place is opened again.
 */
export function useWork<T, Wish>(
  name: string,
  reader: Reader<T>,
  begin: (wish: Wish) => Promise<{ jobId: string }>,
): Work<T, Wish> {
  const { client } = useServices();
  const queries = useQueryClient();
  const kept = `job-${name}`;
  const [id, setId] = useState(() => readKept(kept, empty)?.id ?? "");
  const put = (next: string): void => {
    setId(next);
    keep(kept, next === "" ? undefined : { id: next });
  };
  const queryKey = ["job", id];
  const query = useQuery({
    queryKey,
    enabled: id !== "",
    queryFn: async ({ signal }): Promise<Job> => {
      const before = queries.getQueryData<Job>(queryKey);
      const after = before?.steps.at(-1)?.n ?? 0;
      return join(before, await client.call(jobsApi.getJob, { params: { id }, query: { after } }, signal));
    },
    refetchInterval: ({ state }) =>
      isGone(state.error) || (state.data !== undefined && state.data.state !== "running") ? false : pollMs,
    retry: (count, error) => !isGone(error) && count < 3,
  });
  const starting = useMutation({ mutationFn: begin, onSuccess: ({ jobId }) => put(jobId) });
  const cancelling = useMutation({
    mutationFn: () => client.call(jobsApi.cancelJob, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const isLost = id !== "" && isGone(query.error);
  const job = id === "" || isLost ? undefined : query.data;
  const read = job?.result === undefined ? undefined : reader.safeParse(job.result);
  return {
    job,
    result: read?.success ? read.data : undefined,
    isRunning: starting.isPending || (id !== "" && !isLost && (job === undefined || job.state === "running")),
    isLost,
    error: starting.error ?? undefined,
    start: (wish) => {
      cancelling.reset();
      starting.mutate(wish);
    },
    cancel: () => cancelling.mutate(),
    isCancelling: job?.state === "running" && (cancelling.isPending || cancelling.isSuccess),
    dismiss: () => {
      starting.reset();
      put("");
    },
  };
}
