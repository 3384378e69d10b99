/** `skipped`: there was nothing to check. A warning is worth a look; with a fault the service does not do what it should. */
export type FindingState = 'ok' | 'warning' | 'fault' | 'skipped';

/** What a check found. No text of it holds a secret. */
export interface Finding {
  readonly check: string;
  readonly state: FindingState;
  /** One line. */
  readonly said: string;
  /** What to do; of warnings and faults. */
  readonly wayOut?: string;
}

export interface Trouble {
  readonly said: string;
  readonly wayOut: string;
}

export const ok = (check: string, said: string): Finding => ({ check, state: 'ok', said });
export const skipped = (check: string, said: string): Finding => ({ check, state: 'skipped', said });
export const warning = (check: string, trouble: Trouble): Finding => ({
  check,
  state: 'warning',
  ...trouble,
});
export const fault = (check: string, trouble: Trouble): Finding => ({ check, state: 'fault', ...trouble });

/** The short form of an error from elsewhere: its code, or the first line of its message. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return 'something that is no error';
  const { code } = first as NodeJS.ErrnoException;
  const [line = ''] = first.message.split('\n');
  return typeof code === 'string' && code !== '' && !line.includes(code) ? `${code}: ${line}` : line;
}

/** Secrets never leave, whoever quoted them: each of them becomes `…`. */
export function withoutSecrets(finding: Finding, secrets: readonly string[]): Finding {
  const strike = (text: string): string =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  const { wayOut } = finding;
  return { ...finding, said: strike(finding.said), ...(wayOut !== undefined && { wayOut: strike(wayOut) }) };
}
