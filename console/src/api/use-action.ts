import { useMutation } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';

export interface ActionOptions<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  /** With the result, before the action counts as over. */
  readonly onDone?: (result: Result, input: Input) => unknown;
}

export interface Action<Input, Result> {
  /** Does nothing while it runs: a double click is one. */
  readonly start: (input: Input) => void;
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly result: Result | undefined;
  /** Forgets error and result. */
  readonly reset: () => void;
}

/** A change that a person asked for. */
export function useAction<Result, Input = void>({
  run,
  onDone,
}: ActionOptions<Input, Result>): Action<Input, Result> {
  const running = useRef(false);
  // The query library takes new functions after the next frame: who types and presses Enter at once would send what stood there before.
  const latest = useRef({ run, onDone });
  latest.current = { run, onDone };
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: (input) => latest.current.run(input),
    onSuccess: async (result, input) => {
      await latest.current.onDone?.(result, input);
    },
    onSettled: () => {
      running.current = false;
    },
  });
  return {
    start: (input) => {
      if (running.current) return;
      running.current = true;
      mutation.mutate(input);
    },
    isRunning: mutation.isPending,
    error: mutation.error,
    result: mutation.data,
    reset: mutation.reset,
  };
}
