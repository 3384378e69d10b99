import type { Call } from '../../api/calls.js';
import { formatDuration } from '../../format/durations.js';
import { Facts } from '../../ui/facts.js';
import { Region } from '../../ui/region.js';
import { Time } from '../../ui/time.js';
import { durationOf } from './columns.js';
import { text } from './text.js';

export function TimingsRegion({ call }: { readonly call: Call }) {
  const { gateway_ms, upstream_ms, first_byte_ms } = call.timings;
  return (
    <Region title={text.timings}>
      <Facts
        facts={[
          [text.began, <Time key="began" at={call.created_at} isExact />],
          [text.total, formatDuration(durationOf(call))],
          [text.gateway, formatDuration(gateway_ms)],
          [text.upstream, formatDuration(upstream_ms)],
          [text.firstByte, first_byte_ms === null ? '—' : formatDuration(first_byte_ms)],
        ]}
      />
    </Region>
  );
}
