import { FIELDS, type Field, type RouterValues } from './router-values.js';
import { text } from './text.js';

export interface ValuesTableProps {
  readonly name: string;
  /** One column each; the first is what the others are compared with. */
  readonly columns: readonly (readonly [header: string, values: RouterValues])[];
  /** Those that differ somewhere when absent. */
  readonly fields?: readonly Field[];
}

/** States of a router beside each other; what is not as in the first one is marked, by more than its color. */
export function ValuesTable({ name, columns, fields = differingIn(columns) }: ValuesTableProps) {
  const [[, first] = []] = columns;
  return (
    <div class="small-table">
      <table aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            {columns.map(([header]) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{text.fields[field]}</th>
              {columns.map(([header, values]) => (
                <td key={header}>
                  {values[field] === first?.[field] ? (
                    valueText(values[field])
                  ) : (
                    <mark>{valueText(values[field])}</mark>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const differingIn = (columns: ValuesTableProps['columns']): readonly Field[] =>
  FIELDS.filter((field) => new Set(columns.map(([, values]) => values[field])).size > 1);

const valueText = (value: string | number | null) => (
  <bdi>{value === null ? text.nothing : String(value)}</bdi>
);
