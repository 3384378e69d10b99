import { gatewayNow } from '../../clock/now.js';
import { Command } from '../../parts/commands/command.js';
import { firstCall } from '../../parts/commands/commands.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { startOf } from '../../url/period.js';
import { text } from './text.js';
import type { CallsParams } from './use-calls-params.js';
import { gatewayOrigin } from '../../url/origin.js';

/** What would fill the list: another period or filter, or a first call. */
export function EmptyCalls({ params: { filters, set } }: { readonly params: CallsParams }) {
  const names = Object.keys(filters);
  const clear = (): void =>
    set({ ...Object.fromEntries(names.map((name) => [name, undefined])), at: undefined });
  const widen = (): void => set({ from: startOf('30d', gatewayNow()), to: undefined, at: undefined });
  return (
    <EmptyState title={names.length > 0 ? text.emptyFiltered : text.emptyTitle}>
      {names.length === 0 && <Example />}
      <div class="actions">
        {names.length > 0 && <Button onClick={clear}>{text.clear}</Button>}
        <Button onClick={widen}>{text.longer}</Button>
      </div>
    </EmptyState>
  );
}

function Example() {
  return (
    <>
      <p>{text.empty}</p>
      <Command>{firstCall(gatewayOrigin())}</Command>
    </>
  );
}
