import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { keysPath } from '../../api/keys.js';
import { providerKeysQuery } from '../../api/provider-keys.js';
import type { ApiKey } from '../../api/types.js';
import { pagesQuery } from '../../api/use-pages.js';
import { pagesOf, renderScreen } from '../../testing/render-screen.js';
import { aKey as key } from './a-key.js';
import KeysScreen from './index.js';

const screen = <KeysScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />;
const { queryKey } = pagesQuery<ApiKey>(keysPath('prj_1'));

const draw = (value: unknown, path = '/p/prj_1/keys') =>
  renderScreen(screen, {
    path,
    seeds: [
      [queryKey, value],
      [providerKeysQuery('prj_1').queryKey, []],
    ],
  });

describe('the screen of the keys', () => {
  it('says that it loads', () => {
    const html = renderScreen(screen, { path: '/p/prj_1/keys' });
    expect(html).toContain('<h1');
    expect(html).toContain('Loading');
    expect(html).toContain('Create key');
  });

  it('says what fills an empty list', () => {
    expect(draw(pagesOf([]))).toMatch(/No keys.*Create one/s);
  });

  it('says an error in the words of the API, with another try', () => {
    const html = draw(new ApiError({ status: 404, code: 'not_found', message: 'No such project.' }));
    expect(html).toMatch(/role="alert".*No such project\..*Try again/s);
    expect(html).not.toContain('Loading');
  });

  it('offers to revoke keys that work, and no others', () => {
    const html = draw(pagesOf([key(1), key(2, { revoked_at: '2026-11-29T13:00:00.000Z' })]));
    expect(html).toContain('<table aria-label="Keys"');
    expect(html.match(/aria-describedby="name-key_\d"[^>]*>Revoke</g)).toEqual([
      'aria-describedby="name-key_1">Revoke<',
    ]);
  });

  it('shows what is spent of a limit and whether a key takes calls', () => {
    const limited = key(1, {
      limit_usd: 10,
      limit_period: 'month',
      spent_usd: 2.5,
      remaining_usd: 7.25,
      resets_at: '2026-12-01T00:00:00.000Z',
    });
    const html = draw(
      pagesOf([
        limited,
        key(2, { disabled: true }),
        key(3, { expires_at: '2020-01-01T00:00:00.000Z' }),
        key(4, { ...limited, limit_reached: true }),
      ]),
    );
    expect(html).toContain('role="meter"');
    expect(html).toMatch(/aria-valuenow="0.25" aria-valuetext="\$2.5 of \$10 a month \(UTC\)"/);
    expect(html).toMatch(/\$7.25 left/);
    expect(html).toMatch(/Disabled.*Enable.*Expired.*Limit reached/s);
  });

  it('shows what was written as text', () => {
    expect(draw(pagesOf([key(1, { name: '<img src=x onerror=alert(1)>' })]))).not.toContain('<img');
  });

  it('is sorted as the URL says', () => {
    const html = draw(pagesOf([key(1), key(10), key(2)]), '/p/prj_1/keys?sort=-name');
    expect(html.match(/title="|Key \d+(?=<\/bdi>)/g)?.filter((found) => found.startsWith('Key'))).toEqual([
      'Key 10',
      'Key 2',
      'Key 1',
    ]);
    expect(html).toContain('aria-sort="descending"');
  });

  it('draws of many rows those that can be seen', () => {
    const html = draw(
      pagesOf(
        Array.from({ length: 5_000 }, (_, index) => key(index)),
        true,
      ),
    );
    expect(html.match(/data-row=/g)!.length).toBeLessThan(100);
    expect(html).toContain('Load more');
  });
});
