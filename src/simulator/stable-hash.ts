import { createHash } from 'node:crypto';

/** Hex SHA-256 of the text: what makes the simulator's ids, vectors and signatures repeatable. */
export function stableHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
