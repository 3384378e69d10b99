import { useId } from 'preact/hooks';

export interface CheckboxesProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  /** In the order of the options. */
  readonly onChange: (chosen: readonly Value[]) => void;
  /** In the API's words. */
  readonly error?: string | undefined;
}

/** Any number of a few things. */
export function Checkboxes<Value extends string>(props: CheckboxesProps<Value>) {
  const { label, options, chosen, onChange, error } = props;
  const id = useId();
  const toggle = (value: Value, isOn: boolean): void =>
    onChange(
      options.flatMap((option) =>
        (option.value === value ? isOn : chosen.includes(option.value)) ? [option.value] : [],
      ),
    );
  return (
    <fieldset class="checkboxes" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) => toggle(option.value, currentTarget.checked)}
          />{' '}
          {option.label}
        </label>
      ))}
      {error !== undefined && (
        <div class="field-error" id={`${id}-error`} role="alert">
          {error}
        </div>
      )}
    </fieldset>
  );
}
