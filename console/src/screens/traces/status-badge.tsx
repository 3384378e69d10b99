import type { Trace } from '../../api/traces.js';
import { Badge } from '../../ui/badge.js';
import { text } from './text.js';

const TONES = { error: 'bad', ok: 'good', unset: 'neutral' } as const;

export function StatusBadge({ status }: { readonly status: Trace['status'] }) {
  return <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>;
}
