import { afterEach, describe, expect, it, vi } from 'vitest';
import { anEcho } from '../../../../../test/support/response-echo.js';
import { FunctionCallItem } from './call-items.js';
import { ChatToResponsesStream } from './chat-to-responses-stream.js';

afterEach(() => vi.restoreAllMocks());

const event = (delta: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })}\n\n`;
const callOf = (index: number, args: string, name = 'f'): object => ({
  index,
  id: `call-${index}`,
  type: 'function',
  function: { name, arguments: args },
});

function push(stream: ChatToResponsesStream, chat: string): void {
  stream.push(Buffer.from(chat));
  while (stream.more() !== undefined);
}

/** The same again and again, until there is more of it than is kept. @returns how much of it was taken */
function pushUntilTooLarge(next: (round: number) => string): number {
  const stream = new ChatToResponsesStream(anEcho());
  let bytes = 0;
  expect(() => {
    for (let round = 0; round < 500; round += 1) {
      const chat = next(round);
      push(stream, chat);
      bytes += chat.length;
    }
  }).toThrow('more than 33554432 bytes');
  return bytes;
}

describe('a stream that never comes to its end', () => {
  const many = (round: number, make: (place: number) => object): object[] =>
    Array.from({ length: 1_000 }, (_, at) => make(round * 1_000 + at));

  it.each([
    ['parts of a message in turns', () => (event({ content: 'a' }) + event({ refusal: 'b' })).repeat(500)],
    [
      'calls without a name',
      (round: number) => event({ tool_calls: many(round, (index) => ({ index, function: {} })) }),
    ],
    ['calls', (round: number) => event({ tool_calls: many(round, (index) => callOf(index, '[')) })],
    [
      'members of one entry of reasoning',
      (round: number) =>
        event({
          reasoning_details: many(round, (at) => ({ type: 'reasoning.text', index: 0, [`m${at}`]: 1 })),
        }),
    ],
    [
      'one member of an entry that is long',
      (round: number) =>
        event({ reasoning_details: [{ type: 'x', index: round, other: 'x'.repeat(1_000_000) }] }),
    ],
  ])('is stopped when what it left behind is too much: %s', { timeout: 120_000 }, (_what, next) => {
    // Beside its bytes each of them takes hundreds.
    expect(pushUntilTooLarge(next)).toBeLessThan(40_000_000);
  });

  it('has the arguments of a call read once at most, however many items begin behind them', () => {
    const stream = new ChatToResponsesStream(anEcho());
    const parse = vi.spyOn(JSON, 'parse');
    push(stream, event({ tool_calls: [callOf(0, `[${'1,'.repeat(100_000)}`)] }));
    for (let round = 0; round < 200; round += 1) {
      push(stream, event({ content: 'a' }) + event({ reasoning: 'b' }));
      push(stream, event({ tool_calls: [{ index: 0, function: { arguments: '2,' } }] }));
    }
    const read = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(read).toBeLessThan(400_000);
  });

  it('has each call looked at once for each time that it grew', () => {
    const stream = new ChatToResponsesStream(anEcho());
    const looks = vi.spyOn(FunctionCallItem.prototype, 'isWhole', 'get');
    push(stream, event({ tool_calls: many(0, (index) => callOf(index, '[')) }));
    push(stream, event({ tool_calls: many(0, (index) => callOf(index, ']', undefined)) }));
    expect(looks.mock.calls.length).toBeLessThan(3_000);
  });
});
