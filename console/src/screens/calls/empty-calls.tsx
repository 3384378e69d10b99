import { gatewayNow } from '../../clock/now.js';
import { Button } from '../../ui/button.js';
import { CodeText } from '../../ui/code-text.js';
import { CopyButton } from '../../ui/copy-button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { startOf } from '../../url/period.js';
import { text } from './text.js';
import type { CallsParams } from './use-calls-params.js';

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
  const command = exampleOf(typeof location === 'undefined' ? '' : location.origin);
  return (
    <>
      <p>{text.empty}</p>
      <CodeText label={text.exampleLabel}>{command}</CodeText>
      <CopyButton value={command} />
    </>
  );
}

const exampleOf = (origin: string): string =>
  `curl ${origin}/api/v1/openai/chat/completions -H 'Authorization: Bearer YOUR_KEY' -H 'Content-Type: application/json' ` +
  `-d '{"model":"auto","messages":[{"role":"user","content":"Say hello in one sentence."}]}'`;
