import type { ModelAlias } from '../../api/aliases.js';
import { Button } from '../../ui/button.js';
import { text } from './text.js';

export interface AliasListProps {
  readonly aliases: readonly ModelAlias[];
  readonly onChange: (alias: ModelAlias) => void;
  readonly onDelete: (alias: ModelAlias) => void;
}

export function AliasList({ aliases, onChange, onDelete }: AliasListProps) {
  if (aliases.length === 0) return <p>{text.noAliases}</p>;
  return (
    <ul class="aliases" aria-label={text.aliases}>
      {aliases.map((row) => (
        <li key={row.alias}>
          <span id={`alias-${row.alias}`}>
            <code>{row.alias}</code> → <code>{row.model}</code>
          </span>
          <Button kind="quiet" describedBy={`alias-${row.alias}`} onClick={() => onChange(row)}>
            {text.change}
          </Button>
          <Button kind="quiet" describedBy={`alias-${row.alias}`} onClick={() => onDelete(row)}>
            {text.delete}
          </Button>
        </li>
      ))}
    </ul>
  );
}
