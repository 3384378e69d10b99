import { gatewayNow } from '../../clock/now.js';
import { Button } from '../../ui/button.js';
import { CodeText } from '../../ui/code-text.js';
import { CopyButton } from '../../ui/copy-button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { startOf } from '../../url/period.js';
import { text } from './text.js';
import type { TracesParams } from './use-traces-params.js';

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
  const origin = typeof location === 'undefined' ? '' : location.origin;
  const settings = [
    `export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${origin}/api/v1/traces`,
    `export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer YOUR_KEY"`,
    `export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
  ].join('\n');
  return (
    <>
      <p>{text.empty}</p>
      <CodeText label={text.exampleLabel}>{settings}</CodeText>
      <CopyButton value={settings} />
    </>
  );
}
