import { CodeText } from '../../ui/code-text.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { text } from './text.js';

/** A longer one gets a box of its own. */
const SHORT = 160;

/** Names and values that others wrote. */
export function AttributeList({ attributes }: { readonly attributes: object }) {
  const entries = Object.entries(attributes);
  if (entries.length === 0) return <p class="soft">{text.noAttributes}</p>;
  return (
    <dl class="attributes">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>
            <ForeignText>{name}</ForeignText>
          </dt>
          <dd>
            <Value name={name} value={printed(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: string }) {
  if (value.length <= SHORT && !value.includes('\n')) return <ForeignText>{value}</ForeignText>;
  return <CodeText label={name.slice(0, SHORT)}>{value}</CodeText>;
}

const printed = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
