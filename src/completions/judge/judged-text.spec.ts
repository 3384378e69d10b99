import { describe, expect, it } from 'vitest';
import { readChatView } from '../../wire/openai/read-chat-view.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { judgedText } from './judged-text.js';

function view(messages: readonly object[]) {
  return readChatView(scanTopLevel(Buffer.from(JSON.stringify({ messages }))));
}

describe('judgedText', () => {
  it('holds the messages with their roles, and the answer', () => {
    const read = view([
      { role: 'system', content: 'Label it.' },
      { role: 'user', content: 'The box was torn.' },
    ]);
    expect(judgedText(read, 'DELIVERY')).toEqual({
      task: '[system]\nLabel it.\n\n[user]\nThe box was torn.',
      answer: 'DELIVERY',
    });
  });

  it('is bounded, whatever was sent', () => {
    const long = Array.from({ length: 300 }, (_, index) => ({
      role: 'user',
      content: `${index} ${'word '.repeat(5_000)}`,
    }));
    const text = judgedText(view(long), 'answer '.repeat(100_000));
    expect(text?.task.length).toBeLessThanOrEqual(12_000);
    expect(text?.answer.length).toBeLessThanOrEqual(8_000);
  });

  it('is nothing where text is not the whole of it', () => {
    const image = { type: 'image_url', image_url: { url: 'https://x.example/y.png' } };
    expect(judgedText(view([{ role: 'user', content: [image] }]), 'a cat')).toBeUndefined();
    expect(judgedText(view([{ role: 'user', content: 'Hi' }]), ' \n')).toBeUndefined();
  });
});
