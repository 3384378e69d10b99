import { describe, expect, it } from 'vitest';
import { toOriginForm } from './origin-form.js';

describe('toOriginForm', () => {
  it.each([
    ['/a?b=http://x/', '/a?b=http://x/'],
    ['//x/a', '//x/a'],
    ['http://x/a?b', '/a?b'],
    ['HTTPS://user:pass@x:8/a', '/a'],
    ['http://x', '/'],
    ['http://x?a', '/?a'],
    ['*', '*'],
    ['ftp://x/a', 'ftp://x/a'],
  ])('%s is %s', (target, path) => {
    expect(toOriginForm(target)).toBe(path);
  });
});
