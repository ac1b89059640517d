import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useServices } from "../app/services.tsx";
import { JobStopped, runJob } from "./run-job.ts";

export interface JobWork<Wish, T> {
  /** What the server is at, in its words. */
  step: string | undefined;
  data: T | undefined;
  /** Why it came to nothing; that it was stopped is none. */
  error: Error | undefined;
  isRunning: boolean;
  start(wish: Wish): void;
  stop(): void;
  reset(): void;
}

/** Long work of the server while a page shows it. What was wished for, keys above all, is forgotten with the page. */
export function useJob<Wish, T>(
  reader: { parse(value: unknown): T },
  begin: (wish: Wish) => Promise<{ jobId: string }>,
  onDone?: (data: T) => void,
): JobWork<Wish, T> {
  const { client } = useServices();
  const [step, setStep] = useState<string>();
  const stopping = useRef<AbortController>(undefined);
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: (wish: Wish) => {
      setStep(undefined);
      const controller = new AbortController();
      stopping.current = controller;
      return runJob(client, () => begin(wish), reader, { signal: controller.signal, onStep: setStep });
    },
    gcTime: 0,
    ...(onDone ? { onSuccess: onDone } : {}),
  });
  return {
    step,
    data,
    error: error === null || error instanceof JobStopped ? undefined : error,
    isRunning: isPending,
    start: mutate,
    stop: () => stopping.current?.abort(),
    reset,
  };
}
