import { anyText, oneOf, timeText } from '../../url/params.js';
import { useListParams } from '../../url/use-list-params.js';

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
  retry: anyText,
  tag: anyText,
  user: anyText,
  session: anyText,
  from: timeText,
  to: timeText,
  at: timeText,
};

/** What the URL says of the list: its filters, its period, and where it begins. */
export const useCallsParams = () => useListParams(SPEC);

export type CallsParams = ReturnType<typeof useCallsParams>;
