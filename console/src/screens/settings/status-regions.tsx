import { useQuery } from '@tanstack/preact-query';
import { POLLS } from '../../api/polls.js';
import { pollEvery } from '../../api/query-client.js';
import { statusQuery } from '../../api/status.js';
import type { Status } from '../../api/types.js';
import { formatDuration } from '../../format/durations.js';
import { Alert } from '../../ui/alert.js';
import { Badge } from '../../ui/badge.js';
import { Facts } from '../../ui/facts.js';
import { Loaded } from '../../ui/loaded.js';
import { Region } from '../../ui/region.js';
import { Providers } from './providers.js';
import { text } from './text.js';

export function StatusRegions() {
  const status = useQuery({ ...statusQuery(), ...pollEvery(POLLS.settings) });
  return (
    <Loaded read={status}>
      {(data) => (
        <>
          <ServiceRegion status={data} />
          <Providers providers={data.providers} />
        </>
      )}
    </Loaded>
  );
}

function ServiceRegion({ status }: { readonly status: Status }) {
  const { version, uptime_s: uptime, database, queue, traces, processes } = status;
  return (
    <Region title={text.service}>
      {!database.changes_heard && <Alert kind="warning">{text.changesMissed}</Alert>}
      <Facts
        facts={[
          [text.version, version],
          [text.uptime, formatDuration(uptime * 1_000)],
          [
            text.database,
            <span key="database">
              <State state={database.state} /> {database.version !== null && text.postgres(database.version)}
              {database.latency_ms !== null && `, ${text.latency(formatDuration(database.latency_ms))}`}
            </span>,
          ],
          [
            text.queue,
            <span key="queue">
              <State state={queue.state} /> {text.queueKinds[queue.kind]}
            </span>,
          ],
          [
            text.traces,
            <span key="traces">
              <State state={traces.state} /> {text.traceStores[traces.store]}
            </span>,
          ],
          [
            text.processes,
            <ul key="processes" class="processes">
              {processes.map(({ id, self }) => (
                <li key={id}>
                  <code>{id}</code> {self && <Badge tone="info">{text.self}</Badge>}
                </li>
              ))}
            </ul>,
          ],
        ]}
      />
    </Region>
  );
}

function State({ state }: { readonly state: 'up' | 'down' }) {
  return <Badge tone={state === 'up' ? 'good' : 'bad'}>{text[state]}</Badge>;
}
