import { useLayoutEffect, useRef } from 'preact/hooks';
import { Field, type FieldProps } from './field.js';

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** `text` when absent. An amount of money is `decimal`: text, with the keys for numbers. */
  readonly type?: 'text' | 'password' | 'decimal' | 'number' | 'email' | 'datetime-local' | 'search';
  /** Several lines of text, as many as these. */
  readonly lines?: number;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly isCode?: boolean;
}

export function TextField({ label, hint, error, lines, autoFocus, type = 'text', ...rest }: TextFieldProps) {
  const { value, onInput, isCode, autoComplete = 'off', ...attributes } = rest;
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (autoFocus === true) control.current?.focus();
  }, [autoFocus]);
  const shared = {
    ref: control,
    value,
    autoComplete,
    // A dialog that opens looks for it.
    autofocus: autoFocus,
    spellcheck: isCode !== true,
    class: isCode === true ? 'input code' : 'input',
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onInput(currentTarget.value),
    ...attributes,
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(given) =>
        lines === undefined ? (
          <input
            {...given}
            {...shared}
            type={type === 'decimal' ? 'text' : type}
            inputMode={type === 'decimal' ? 'decimal' : undefined}
          />
        ) : (
          <textarea {...given} {...shared} rows={lines} />
        )
      }
    </Field>
  );
}
