import { Field, type FieldProps } from '../field.js';
import { PickerInput, type PickerInputProps } from './picker-input.js';

export type PickerProps = Omit<FieldProps, 'children'> & Omit<PickerInputProps, 'control' | 'name' | 'title'>;

/** `PickerInput` with its label, hint and error. */
export function Picker({ label, hint, error, ...input }: PickerProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <PickerInput {...input} control={control} />}
    </Field>
  );
}
