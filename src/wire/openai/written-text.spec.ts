import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../json-bytes/scan-top-level.js';
import { writtenInCompletion } from './written-text.js';

const written = (json: string): number => writtenInCompletion(scanTopLevel(Buffer.from(json)));
const answer = (message: object): string => JSON.stringify({ id: 'x', choices: [{ index: 0, message }] });
const LONG = 'a line of text\n'.repeat(100_000);

describe('writtenInCompletion', () => {
  it.each<[string, object, number]>([
    ['a short text', { content: 'four' }, 4],
    ['a long text', { content: LONG }, LONG.length],
    [
      'a long text in parts',
      {
        content: [
          { type: 'text', text: LONG },
          { type: 'text', text: 'x' },
        ],
      },
      LONG.length + 1,
    ],
    ['a long text twice', { reasoning: LONG, reasoning_content: LONG }, LONG.length],
    ['long arguments', { tool_calls: [{ function: { name: 'f', arguments: LONG } }] }, LONG.length + 1],
    ['a picture beside a text', { content: 'four', images: [LONG] }, 4],
  ])('counts what %s says', (_, message, bytes) => {
    expect(written(answer(message))).toBe(bytes);
  });

  it('counts a long text as what it says, however it is written', () => {
    expect(written(answer({ content: 'x' }).replace('"x"}', `"${'\\u4e2d'.repeat(200_000)}"}`))).toBe(
      600_000,
    );
  });

  it.each([
    [
      'choices',
      `[${'{"message":{"content":"hi"}},'.repeat(50_000)}{"message":{"content":"${LONG.replaceAll('\n', ' ')}"}}]`,
    ],
    [
      'values',
      `[{"message":{"content":"${LONG.replaceAll('\n', ' ')}"},"junk":[${'1,'.repeat(1_000_000)}1]}]`,
    ],
  ])('counts only the long texts among very many small %s', (_, choices) => {
    expect(written(`{"choices":${choices}}`)).toBe(LONG.length);
  });
});
