import { useMemo, useState } from 'preact/hooks';
import type { QueryValues } from '../../api/call-api.js';
import { anyText, oneOf, timeText } from '../../url/params.js';
import { startOf } from '../../url/period.js';
import { useParams } from '../../url/use-params.js';

export const TIERS = [
  'strong',
  'default',
  'small',
  'group',
  'group-record',
  'pinned',
  'fixed',
  'client',
  'none',
] as const;

/** `at` is where the list begins; the others are the API's. */
const SPEC = {
  status: anyText,
  model: anyText,
  key: anyText,
  tier: oneOf(TIERS),
  surface: anyText,
  router: anyText,
  group: anyText,
  batch: anyText,
  from: timeText,
  to: timeText,
  at: timeText,
};

/** What the URL says of the list: its filters, its period, which is never open at its beginning, and where the list begins. */
export function useCallsParams() {
  const [params, set] = useParams(SPEC);
  const [dayBefore] = useState(() => startOf('24h', Date.now()));
  const { at, from = dayBefore, to, ...filters } = params;
  const query: QueryValues = useMemo(() => ({ ...filters, from, to }), [JSON.stringify(filters), from, to]);
  // A day stays the last one, however long one looks at it.
  const period = params.from === undefined ? { from: startOf('24h', Date.now()), to } : { from, to };
  return { filters, period, at, query, set };
}

export type CallsParams = ReturnType<typeof useCallsParams>;
