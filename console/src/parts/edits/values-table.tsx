import type { ComponentChildren } from 'preact';
import './edits.css';
import { text } from './text.js';
import { differing } from './edit.js';

/** How the members of a thing are told. */
export interface ValueWords<Values extends object> {
  readonly labelOf: (field: keyof Values) => string;
  readonly print: (value: Values[keyof Values], field: keyof Values) => ComponentChildren;
}

export interface ValuesTableProps<Values extends object> {
  readonly name: string;
  /** One column each; the first is what the others are compared with. */
  readonly columns: readonly (readonly [header: string, values: Values])[];
  readonly words: ValueWords<Values>;
}

/** States of a thing beside each other, where they differ; what is not as in the first one is marked, by more than its color. */
export function ValuesTable<Values extends object>(props: ValuesTableProps<Values>) {
  const { name, columns, words } = props;
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
          {differingIn(columns).map((field) => (
            <tr key={String(field)}>
              <th scope="row">{words.labelOf(field)}</th>
              {columns.map(([header, values]) => {
                const printed = <bdi>{words.print(values[field], field)}</bdi>;
                return (
                  <td key={header}>{values[field] === first?.[field] ? printed : <mark>{printed}</mark>}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function differingIn<Values extends object>(columns: ValuesTableProps<Values>['columns']): (keyof Values)[] {
  const [[, first] = []] = columns;
  if (first === undefined) return [];
  return (Object.keys(first) as (keyof Values)[]).filter((field) =>
    columns.some(([, values]) => differing(first, values).includes(field)),
  );
}
