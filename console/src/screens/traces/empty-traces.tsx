import { gatewayNow } from '../../clock/now.js';
import { Command } from '../../parts/commands/command.js';
import { exporterSettings } from '../../parts/commands/commands.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { startOf } from '../../url/period.js';
import { text } from './text.js';
import type { TracesParams } from './use-traces-params.js';
import { gatewayOrigin } from '../../url/origin.js';

/** What would fill the list: another period or filter, or an exporter. */
export function EmptyTraces({ params: { filters, set } }: { readonly params: TracesParams }) {
  const names = Object.keys(filters);
  return (
    <EmptyState title={names.length > 0 ? text.emptyFiltered : text.emptyTitle}>
      {names.length === 0 && <Example />}
      <div class="actions">
        {names.length > 0 && (
          <Button onClick={() => set(Object.fromEntries(names.map((name) => [name, undefined])))}>
            {text.clear}
          </Button>
        )}
        <Button onClick={() => set({ from: startOf('30d', gatewayNow()), to: undefined })}>
          {text.longer}
        </Button>
      </div>
    </EmptyState>
  );
}

function Example() {
  return (
    <>
      <p>{text.empty}</p>
      <Command>{exporterSettings(gatewayOrigin())}</Command>
    </>
  );
}
