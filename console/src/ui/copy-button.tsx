import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { text } from './text.js';

export interface CopyButtonProps {
  readonly value: string;
  /** `Copy` when absent. */
  readonly label?: string;
  readonly kind?: 'plain' | 'primary' | 'quiet';
}

export function CopyButton({ value, label = text.copy, kind }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');
  const copy = (): void => {
    copyText(value).then(
      () => setOutcome(text.copied),
      () => setOutcome(text.notCopied),
    );
  };
  return (
    <span class="copy">
      <Button kind={kind} onClick={copy}>
        {label}
      </Button>
      <span role="status">{outcome}</span>
    </span>
  );
}

/** Without https, and not on loopback, a browser has no clipboard for pages. */
async function copyText(value: string): Promise<void> {
  if (!isSecureContext) throw new Error(text.notCopied);
  await navigator.clipboard.writeText(value);
}
