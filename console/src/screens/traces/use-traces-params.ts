import { useMemo, useState } from 'preact/hooks';
import type { QueryValues } from '../../api/call-api.js';
import { anyText, oneOf, timeText } from '../../url/params.js';
import { startOf } from '../../url/period.js';
import { useParams } from '../../url/use-params.js';

export const STATUSES = ['error', 'ok', 'unset'] as const;

const SPEC = {
  q: anyText,
  status: oneOf(STATUSES),
  model: anyText,
  service: anyText,
  from: timeText,
  to: timeText,
};

/** What the URL says of the list: its filters, and its period, which is never open at its beginning. */
export function useTracesParams() {
  const [params, set] = useParams(SPEC);
  const [dayBefore] = useState(() => startOf('24h', Date.now()));
  const { from = dayBefore, to, ...filters } = params;
  const query: QueryValues = useMemo(() => ({ ...filters, from, to }), [JSON.stringify(filters), from, to]);
  // A day stays the last one, however long one looks at it.
  const period = params.from === undefined ? { from: startOf('24h', Date.now()), to } : { from, to };
  return { filters, period, query, set };
}

export type TracesParams = ReturnType<typeof useTracesParams>;
