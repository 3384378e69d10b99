import type { RouterVersion } from '../../api/types.js';
import { text } from './text.js';

/** Who saved a version: the name of a token, or what made it. */
export const authorText = ({ who, who_name: name }: Pick<RouterVersion, 'who' | 'who_name'>): string =>
  name ?? KNOWN[who] ?? who;

const KNOWN: Readonly<Record<string, string>> = text.who;
