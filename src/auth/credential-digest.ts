import { hash } from 'node:crypto';

/** What is kept of a key or token: it has 150 bits of randomness or more, so a plain digest cannot be guessed back. */
export function digestCredential(credential: string): string {
  return hash('sha256', credential, 'hex');
}
