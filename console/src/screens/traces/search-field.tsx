import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '../../ui/text-field.js';

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 350;

/** Asks when one stops typing, so that each letter is neither a request nor a step back. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return <TextField label={label} type="search" placeholder={placeholder} value={typed} onInput={setTyped} />;
}
