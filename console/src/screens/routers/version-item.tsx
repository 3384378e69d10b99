import { useId } from 'preact/hooks';
import type { RouterVersion } from '../../api/types.js';
import { differing } from '../../parts/edits/edit.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Time } from '../../ui/time.js';
import { authorText } from './author-text.js';
import { printValue } from './print-value.js';
import { FIELDS, valuesOf, type Field, type RouterValues } from './router-values.js';
import { text } from './text.js';

export interface VersionItemProps {
  readonly version: RouterVersion;
  /** The one that it changed; absent for the first, and for the last that is known. */
  readonly before: RouterVersion | undefined;
  readonly isCurrent: boolean;
  readonly onRestore: () => void;
}

export function VersionItem({ version, before, isCurrent, onRestore }: VersionItemProps) {
  const id = useId();
  return (
    <li>
      <div class="region-head">
        <span id={id}>
          <span class="strong">{text.version(version.number)}</span>{' '}
          {isCurrent && <Badge tone="good">{text.current}</Badge>}{' '}
          <ForeignText>{authorText(version)}</ForeignText>, <Time at={version.when} />
        </span>
        {!isCurrent && (
          <Button kind="quiet" describedBy={id} onClick={onRestore}>
            {text.restore}
          </Button>
        )}
      </div>
      <Difference version={version} before={before} />
    </li>
  );
}

function Difference({ version, before }: Pick<VersionItemProps, 'version' | 'before'>) {
  const after = valuesOf(version);
  const old = before === undefined ? undefined : valuesOf(before);
  const fields = old === undefined ? FIELDS.filter((field) => after[field] !== null) : differing(old, after);
  const movesAuto = before !== undefined && before.auto !== version.auto;
  return (
    <ul class="difference">
      {version.number === 1 && <li>{text.firstVersion}</li>}
      {fields.map((field) => (
        <li key={field}>
          {text.fields[field]}:{' '}
          {old !== undefined && (
            <>
              <del>
                <Value value={old[field]} />
              </del>{' '}
              {text.arrow}{' '}
            </>
          )}
          <ins>
            <Value value={after[field]} />
          </ins>
        </li>
      ))}
      {movesAuto && (
        <li>
          {text.fields.auto}: {version.auto ? text.yes : text.no}
        </li>
      )}
      {fields.length === 0 && !movesAuto && <li class="soft">{version.record_reason ?? text.noChange}</li>}
    </ul>
  );
}

const Value = ({ value }: { readonly value: RouterValues[Field] }) => <bdi>{printValue(value)}</bdi>;
