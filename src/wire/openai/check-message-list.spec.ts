import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../json-bytes/scan-top-level.js';
import { checkMessageList } from './check-message-list.js';

const check = (messages: string) => () =>
  checkMessageList(scanTopLevel(Buffer.from(`{"messages":${messages},"model":"m"}`)));
const user = '{"role":"user","content":"Hi"}';

describe('a list of messages', () => {
  it.each([
    user,
    `${user},{ "content" : [{"type":"text","text":"{"}], "role" : "a dialect of its own" }`,
    '{"\\u0072ole":"user"}',
    `{"content":"${'long '.repeat(2_000)}","role":"user"}`,
  ])('may hold %.60s', (entries) => {
    expect(check(`[${entries}]`)).not.toThrow();
  });

  it.each([
    ['"hello"', 'messages[0]'],
    [`${user},1`, 'messages[1]'],
    [`${user},null,${user}`, 'messages[1]'],
    ['[]', 'messages[0]'],
    ['{}', 'messages[0].role'],
    [`${user},{"content":"Hi"}`, 'messages[1].role'],
    ['{"role":""}', 'messages[0].role'],
    ['{"role":null}', 'messages[0].role'],
    ['{"role":5,"content":{"role":"user"}}', 'messages[0].role'],
  ])('may not hold %s', (entries, param) => {
    expect(check(`[${entries}]`)).toThrow(expect.objectContaining({ status: 400, param }));
  });
});
