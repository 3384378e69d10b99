import { useMemo } from 'preact/hooks';
import { useModels } from '../../api/models.js';
import type { PickOption } from '../../ui/picker/match-options.js';
import { modelOptions } from './model-options.js';

export interface ModelOptions {
  readonly options: readonly PickOption[];
  /** Undefined while it is not known. */
  readonly priceOf: (model: string) => string | undefined;
  /** Why there are none. */
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The chat models of the catalogue with their prices; read once, and not before it is needed. */
export function useModelOptions(need?: { readonly isNeeded?: boolean }): ModelOptions {
  const { data, error, refetch } = useModels(need);
  return useMemo(() => {
    const options = modelOptions(data ?? []);
    const prices = new Map(options.map(({ value, detail }) => [value, detail]));
    return { options, priceOf: (model) => prices.get(model), error, refetch };
  }, [data, error, refetch]);
}
