import { describe, expect, it } from 'vitest';
import { isMemberName } from './is-member-name.js';

describe('a member name', () => {
  it.each([
    ['"type"', true],
    [String.raw`"\u0074ype"`, true],
    [String.raw`"t\u0079p\u0065"`, true],
    [String.raw`"\u0074\u0079\u0070\u0065"`, true],
    ['"typ"', false],
    ['"types"', false],
    ['"Type"', false],
    ['""', false],
    [String.raw`"\u0074yp"`, false],
    [String.raw`"\u0074ypes"`, false],
    [String.raw`"\u0054ype"`, false],
    [String.raw`"\type"`, false],
    [String.raw`"type\u0000"`, false],
    ['"tüpe"', false],
  ])('%s is "type": %s', (key, expected) => {
    const bytes = Buffer.from(`{${key}:1}`);
    expect(isMemberName(bytes, 1, bytes.length - 3, 'type')).toBe(expected);
    if (!key.includes(String.raw`\t`)) expect(JSON.parse(key) === 'type').toBe(expected);
  });
});
