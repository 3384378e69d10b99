import { describe, expect, it } from 'vitest';
import { NO_ANSWER, withEvent } from './answer.js';
import { eventReader } from './read-events.js';
import { codeOf, curlOf, messagesOf } from './snippets.js';

describe('a streamed answer', () => {
  const stream = ': keep-alive\n\ndata: {"a":1}\r\n\r\ndata:{"b":"ü"}\n\ndata: [DONE]\n\n';

  it('is the same however its stream is cut', () => {
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const read = eventReader();
      const events = [...read(stream.slice(0, cut)), ...read(stream.slice(cut))];
      expect(events).toEqual(['{"a":1}', '{"b":"ü"}', '[DONE]']);
    }
  });

  it('grows by its deltas, keeps thinking apart, and says errors', () => {
    const events = [
      { choices: [{ delta: { role: 'assistant', content: '' } }] },
      { choices: [{ delta: { reasoning_content: 'Hm. ' } }] },
      { choices: [{ delta: { content: 'Hel' } }] },
      { choices: [{ delta: { content: 'lo' }, finish_reason: 'stop' }] },
      { choices: [], usage: { cost: 1e-7 } },
    ];
    const answer = events.reduce((so, event) => withEvent(so, JSON.stringify(event)), NO_ANSWER);
    expect(withEvent(answer, '[DONE]')).toEqual({
      text: 'Hello',
      reasoning: 'Hm. ',
      finish: 'stop',
      error: undefined,
    });
    expect(withEvent(answer, '{"error":{"message":"Overloaded."}}').error).toBe('Overloaded.');
    expect(withEvent(answer, 'no JSON')).toBe(answer);
  });
});

describe('snippets', () => {
  const hostile = `it's "$HOME" \`id\` \\ \n</script>\u202e\u2028 \${1}`;
  const snippet = {
    origin: 'http://127.0.0.1:8080',
    model: 'auto',
    messages: messagesOf('Be short.', hostile),
  };

  it('hand the shell what was written, and nothing that it would run', () => {
    const [, quoted = ''] = / -d ([^]*)$/.exec(curlOf(snippet)) ?? [];
    // All of it is one word: quoted pieces, and escaped quotes between them.
    expect(quoted).toMatch(/^'[^']*'(?:\\''[^']*')*$/);
    const printed = quoted.replaceAll(`'\\''`, '\0').replaceAll("'", '').replaceAll('\0', "'");
    expect(JSON.parse(printed)).toEqual({ model: 'auto', messages: snippet.messages });
  });

  it('are JavaScript that says what was written', () => {
    const [, argument = ''] = /create\((\{[^]*\})\);/.exec(codeOf(snippet)) ?? [];
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    expect(new Function(`return ${argument}`)()).toEqual({ model: 'auto', messages: snippet.messages });
  });

  it('carry a placeholder for the key', () => {
    expect(curlOf(snippet)).toContain('Bearer $GATEWAY_KEY"');
    expect(codeOf(snippet)).toContain('process.env.GATEWAY_KEY');
  });

  it('leave an empty system message out', () => {
    expect(messagesOf(' ', 'Hi')).toEqual([{ role: 'user', content: 'Hi' }]);
  });
});
