import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { POLLS } from '../../api/polls.js';
import { providersQuery } from '../../api/providers.js';
import { pollEvery } from '../../api/query-client.js';
import { useIsOperator } from '../../api/use-is-operator.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import { pathOf } from '../../url/routes.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { ProvidersTable } from './providers-table.js';
import { text } from './text.js';

/** The gateway's accounts at the providers, and which of them are left out. */
export default function ProvidersScreen({ projectId }: ScreenProps) {
  const isOperator = useIsOperator();
  return (
    <Screen title={text.title}>
      {isOperator ? (
        <Accounts />
      ) : (
        <EmptyState title={text.operatorOnlyTitle}>
          <p>{text.operatorOnly}</p>
        </EmptyState>
      )}
      {projectId !== '' && (
        <p>
          <Link href={`${pathOf('calls', { projectId })}?retry=outage-fallback`}>{text.toCalls}</Link>.{' '}
          {text.ownKeys}
        </p>
      )}
    </Screen>
  );
}

function Accounts() {
  const accounts = useQuery({ ...providersQuery(), ...pollEvery(POLLS.providers) });
  return (
    <>
      <p>{text.intro}</p>
      <Loaded read={accounts}>{({ data }) => <ProvidersTable accounts={data} />}</Loaded>
    </>
  );
}
