import { describe, expect, it } from 'vitest';
import { pageLines } from './page-lines.js';

async function lines(total: number, limit?: number): Promise<{ text: string; asked: unknown[] }> {
  const asked: unknown[] = [];
  const pieces = pageLines<number>({
    header: ['n'],
    valuesOf: (row) => [row],
    read: (page) => {
      asked.push(page);
      const start = page.after === undefined ? 0 : Number(page.after) + 1;
      const rows = Array.from({ length: Math.min(page.limit, total - start) }, (_, index) => start + index);
      return Promise.resolve(rows);
    },
    idOf: String,
    after: undefined,
    limit,
  });
  let text = '';
  for await (const piece of pieces) text += piece;
  return { text, asked };
}

describe('a list as CSV', () => {
  it.each([
    [0, undefined, 0, 1],
    [3, undefined, 3, 1],
    [200, undefined, 200, 2],
    [401, undefined, 401, 3],
    [401, 2, 2, 1],
    [401, 300, 300, 2],
  ])('of %i rows, limit %s, has %i lines and is read in %i pages', async (total, limit, count, pages) => {
    const { text, asked } = await lines(total, limit);
    expect(text).toBe(['n', ...Array.from({ length: count }, (_, n) => String(n)), ''].join('\r\n'));
    expect(asked).toHaveLength(pages);
  });
});
