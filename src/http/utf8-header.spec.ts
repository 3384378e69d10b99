import { describe, expect, it } from 'vitest';
import { utf8Header } from './utf8-header.js';

describe('a header value', () => {
  it.each<[string, string, string]>([
    ['in ASCII is itself', 'session-1', 'session-1'],
    ['in UTF-8 is read as such', Buffer.from('Gespräch 🙂').toString('latin1'), 'Gespräch 🙂'],
    ['in Latin-1 stays', 'Gespr\u00e4ch', 'Gespräch'],
    ['of nothing is nothing', '', ''],
  ])('%s', (_case, value, text) => {
    expect(utf8Header(value)).toBe(text);
  });
});
