import { useQuery } from '@tanstack/preact-query';
import { useMemo, useRef, useState } from 'preact/hooks';
import { apiQuery } from '../../api/api-query.js';
import type { Call } from '../../api/calls.js';
import { keysPath } from '../../api/keys.js';
import type { Page } from '../../api/page-cursor.js';
import type { ApiKey } from '../../api/types.js';
import type { Option } from '../../ui/combobox.js';
import { NOTHING_SEEN, seeCalls } from './seen-values.js';

const MAX_KEYS = 100;

export interface FilterOptions {
  readonly models: readonly Option[];
  readonly keys: readonly Option[];
  /** Somebody is about to choose: all keys are read. */
  readonly wantKeys: () => void;
}

/** What the filters offer: what the list has shown so far, so that it asks for nothing; keys are read when one is to be chosen. */
export function useSeenValues(projectId: string, calls: readonly Call[] | undefined): FilterOptions {
  const [isWanted, setIsWanted] = useState(false);
  const all = useQuery({
    ...apiQuery<Page<ApiKey>>(keysPath(projectId), { limit: MAX_KEYS }),
    enabled: isWanted,
  });
  const seen = useRef(NOTHING_SEEN);
  seen.current = useMemo(() => seeCalls(seen.current, calls ?? []), [calls]);
  const { models, keys } = seen.current;
  return useMemo(() => {
    const names = new Map(keys);
    for (const { id, name } of all.data?.data ?? []) names.set(id, name);
    return {
      models: [...models].sort().map((id) => ({ value: id, label: id })),
      keys: [...names].map(([value, label]) => ({ value, label })),
      wantKeys: () => setIsWanted(true),
    };
  }, [models, keys, all.data]);
}
