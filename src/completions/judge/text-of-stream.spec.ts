import { describe, expect, it } from 'vitest';
import { chatStream } from '../../../test/support/recordings/openai-answers.js';
import { textOfStream } from './text-of-stream.js';

describe('textOfStream', () => {
  it('joins the text of the first choice', () => {
    expect(textOfStream(chatStream(['BILL', 'ING 😀']))).toBe('BILLING 😀');
  });

  it('skips what it does not know', () => {
    const odd =
      ': comment\r\n\r\ndata: {"choices":[{"index":1,"delta":{"content":"no"}}]}\n\ndata: {broken\n\n';
    const odder = 'data: null\n\ndata: {"choices":7}\n\ndata: [DONE]\n\n';
    expect(textOfStream(Buffer.from(odd + odder + chatStream(['yes']).toString()))).toBe('yes');
  });
});
