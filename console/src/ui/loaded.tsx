import type { ComponentChildren } from 'preact';
import { ErrorState } from './error-state.js';
import { Loading } from './loading.js';

/** What `Loaded` needs of a query of TanStack. */
export interface Read<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

export interface LoadedProps<T> {
  readonly read: Read<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Loading, error with another try, or the data. What was read before stays when reading it again fails, with the error above. */
export function Loaded<T>({ read, children }: LoadedProps<T>) {
  const { data, error, isPending, refetch } = read;
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {data === undefined ? isPending && error === null && <Loading /> : children(data)}
    </>
  );
}
