import { useEffect, useId, useState } from 'preact/hooks';
import { Field, type FieldProps } from './field.js';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface ComboboxProps extends Omit<FieldProps, 'children'> {
  /** Empty for nothing chosen. */
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  /** Text of the option that chooses nothing; without it one must be chosen. */
  readonly anyLabel?: string;
  /** Takes what is not in the list too, as a model's id. */
  readonly isOpen?: boolean;
}

/** Beyond it nobody finds anything in a native list: then it is an input that filters. */
const LONG = 40;

/** A choice of one; its role is `combobox` and its name is the label, in both forms. */
export function Combobox(props: ComboboxProps) {
  return props.isOpen === true || props.options.length > LONG ? (
    <FilterInput {...props} />
  ) : (
    <Select {...props} />
  );
}

function Select({ label, hint, error, value, options, onChange, anyLabel }: ComboboxProps) {
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          class="input"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {(anyLabel !== undefined || value === '') && <option value="">{anyLabel ?? ''}</option>}
          {!isKnown && <option value={value}>{value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function FilterInput({ label, hint, error, value, options, onChange, anyLabel, isOpen }: ComboboxProps) {
  const listId = useId();
  const shown = labelOf(value, options);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const choose = (entered: string): void => {
    const found = options.find((option) => option.label === entered || option.value === entered);
    const chosen = found?.value ?? (isOpen === true || entered === '' ? entered : undefined);
    if (chosen === undefined) setTyped(shown);
    else if (chosen !== value) onChange(chosen);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <input
            {...control}
            class="input"
            role="combobox"
            aria-expanded="false"
            aria-controls={listId}
            aria-autocomplete="list"
            list={listId}
            autoComplete="off"
            placeholder={anyLabel}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <datalist id={listId}>
            {options.map((option) => (
              <option key={option.value} value={option.label} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

const labelOf = (value: string, options: readonly Option[]): string =>
  options.find((option) => option.value === value)?.label ?? value;
