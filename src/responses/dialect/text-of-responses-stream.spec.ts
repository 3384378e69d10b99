import { describe, expect, it } from 'vitest';
import {
  messageItem,
  reasoningItem,
  responseStream,
} from '../../../test/support/recordings/responses-answers.js';
import { textOfResponsesStream } from './text-of-responses-stream.js';

describe('textOfResponsesStream', () => {
  it('joins the deltas of text alone', () => {
    const bytes = responseStream({ output: [reasoningItem('x'), messageItem('Größe 😀.')] });
    expect(textOfResponsesStream(bytes)).toBe('Größe 😀.');
  });

  it('passes over what it cannot read', () => {
    const bytes = Buffer.from(
      ': comment\n\ndata: {"type":\n\ndata: []\n\nevent: x\ndata: {"type":"error"}\n\n',
    );
    expect(textOfResponsesStream(bytes)).toBe('');
  });
});
