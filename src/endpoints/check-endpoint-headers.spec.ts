import { describe, expect, it } from 'vitest';
import { checkEndpointHeaders, MAX_HEADERS, refuseTwoAuthorizations } from './check-endpoint-headers.js';

const SECRET = 'secret-4711';

describe('the headers of an endpoint', () => {
  it('are kept as they were written', () => {
    const headers = {
      'X-Team': 'research',
      'api-key': SECRET,
      Authorization: 'Basic dXNlcjpwYXNz',
      a: 'b\tc d',
    };
    expect(checkEndpointHeaders(headers)).toEqual(headers);
    expect(checkEndpointHeaders({})).toEqual({});
  });

  it.each<[Record<string, unknown>, string]>([
    [{ Host: SECRET }, 'headers.Host'],
    [{ 'Content-Length': '4' }, 'headers.Content-Length'],
    [{ connection: SECRET }, 'headers.connection'],
    [{ 'keep-alive': SECRET }, 'headers.keep-alive'],
    [{ 'Proxy-Authorization': SECRET }, 'headers.Proxy-Authorization'],
    [{ te: SECRET }, 'headers.te'],
    [{ trailer: SECRET }, 'headers.trailer'],
    [{ 'transfer-encoding': SECRET }, 'headers.transfer-encoding'],
    [{ upgrade: SECRET }, 'headers.upgrade'],
    [{ 'content-type': SECRET }, 'headers.content-type'],
    [{ 'x-a': `${SECRET}\r\nx-b: c` }, 'headers.x-a'],
    [{ 'x-a': `${SECRET}\n` }, 'headers.x-a'],
    [{ 'x-a': `${SECRET}\0` }, 'headers.x-a'],
    [{ 'x-a': ` ${SECRET}` }, 'headers.x-a'],
    [{ 'x-a': `${SECRET}é` }, 'headers.x-a'],
    [{ 'x-a': '' }, 'headers.x-a'],
    [{ 'x-a': 7 }, 'headers.x-a'],
    [{ 'x-a': null }, 'headers.x-a'],
    [{ 'x-a': [SECRET] }, 'headers.x-a'],
    [{ 'x-a': SECRET.repeat(400) }, 'headers.x-a'],
    [{ 'x a': SECRET }, 'headers.x a'],
    [{ 'x-a\r\nx-b': SECRET }, 'headers.x-a\r\nx-b'],
    [{ ':path': SECRET }, 'headers.:path'],
    [{ '': SECRET }, 'headers.'],
    [{ 'x-a': SECRET, 'X-A': SECRET }, 'headers.X-A'],
    [{ 'x-a': 'a'.repeat(4_000), 'x-b': 'b'.repeat(4_000) }, 'headers'],
    [
      Object.fromEntries(Array.from({ length: MAX_HEADERS + 1 }, (_none, n) => [`x-${n}`, SECRET])),
      'headers',
    ],
  ])('are not %j', (headers, param) => {
    const check = (): unknown => checkEndpointHeaders(headers);
    expect(check).toThrow(expect.objectContaining({ status: 400, param }));
    expect(check).not.toThrow(SECRET);
  });

  it('hold an authorization only when there is no key', () => {
    expect(() => refuseTwoAuthorizations(['Authorization'], true)).toThrow(
      expect.objectContaining({ status: 400, param: 'headers.Authorization' }),
    );
    refuseTwoAuthorizations(['Authorization'], false);
    refuseTwoAuthorizations(['x-a'], true);
  });
});
