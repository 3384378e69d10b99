import type { AuditEntry } from '../../api/types.js';
import { Region } from '../../ui/region.js';
import { CodeText } from '../../ui/code-text.js';
import { changesOf } from './changes.js';
import { text } from './text.js';

/** Each member that changed, what it was and what it is. */
export function EntryChanges({ entry }: { readonly entry: AuditEntry }) {
  return (
    <Region title={text.changes} level={3}>
      {entry.before === null && <p>{text.created}</p>}
      {entry.after === null && <p>{text.deleted}</p>}
      {changesOf(entry).map(({ member, before, after }) => (
        <section key={member} class="audit-change" aria-label={member}>
          <h4>
            <bdi>{member}</bdi>
          </h4>
          {before !== undefined && <State name={text.before} member={member} value={before} />}
          {after !== undefined && <State name={text.after} member={member} value={after} />}
        </section>
      ))}
    </Region>
  );
}

interface StateProps {
  readonly name: string;
  readonly member: string;
  readonly value: string;
}

function State({ name, member, value }: StateProps) {
  return (
    <div class="audit-state">
      <span>{name}</span>
      <CodeText label={`${member}, ${name}`}>{value}</CodeText>
    </div>
  );
}
