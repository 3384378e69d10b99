import { Combobox, type Option } from './combobox.js';

/** A filter that chooses one value of a parameter of the URL. */
export interface FilterChoice<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly options: readonly Option[];
  /** Text of what chooses nothing. */
  readonly anyLabel: string;
  /** Takes what is not in the list too. */
  readonly isOpen?: boolean;
}

export interface FilterChoicesProps<Name extends string> {
  readonly choices: readonly FilterChoice<Name>[];
  readonly values: { readonly [K in Name]?: string | undefined };
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

export function FilterChoices<Name extends string>({ choices, values, onChange }: FilterChoicesProps<Name>) {
  return (
    <>
      {choices.map(({ name, ...choice }) => (
        <Combobox
          key={name}
          {...choice}
          value={values[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </>
  );
}

const MOST_ROWS = 100;

/** What the rows on the screen have, to choose from; any other may be typed. Pure. */
export const seenOptions = <Row,>(rows: readonly Row[], valueOf: (row: Row) => string): readonly Option[] =>
  [...new Set(rows.slice(0, MOST_ROWS).map(valueOf))].map((value) => ({ value, label: value }));
