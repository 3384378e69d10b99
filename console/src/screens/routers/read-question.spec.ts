import { expect, it } from 'vitest';
import { previewBody, readQuestion } from './read-question.js';

it.each([
  ['  ', 'none'],
  ['Translate: good morning', 'task'],
  ['[1]', 'task'],
  ['{"messages":[]}', 'request'],
  [' {"messages":[', 'task'],
])('%j is read as %s', (typed, kind) => {
  expect(readQuestion(typed).kind).toBe(kind);
});

it('broken JSON is a text, with why', () => {
  expect(readQuestion('{"a":')).toMatchObject({ kind: 'task', text: '{"a":', fault: expect.any(String) });
});

it('a body goes into the question letter by letter, as it would weigh in a call', () => {
  const json = '{ "messages": [ ],  "seed": 12345678901234567890 }';
  expect(previewBody({ router_id: 'rtr_1' }, readQuestion(json))).toBe(
    `{"router_id":"rtr_1","request":${json}}`,
  );
  expect(previewBody({ router: { tiers: {} } }, readQuestion('Hi "you"'))).toBe(
    '{"router":{"tiers":{}},"task":"Hi \\"you\\""}',
  );
  expect(previewBody({ router_id: 'rtr_1' }, readQuestion(' '))).toBeUndefined();
});
