import { anyText, oneOf, timeText } from '../../url/params.js';
import { useListParams } from '../../url/use-list-params.js';

export const STATUSES = ['error', 'ok', 'unset'] as const;

const SPEC = {
  q: anyText,
  status: oneOf(STATUSES),
  model: anyText,
  service: anyText,
  from: timeText,
  to: timeText,
};

/** What the URL says of the list: its filters, and its period. */
export const useTracesParams = () => useListParams(SPEC);

export type TracesParams = ReturnType<typeof useTracesParams>;
