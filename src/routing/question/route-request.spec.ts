import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../lib/gateway-error.js';
import { readRouteRequest } from './route-request.js';

const read = (body: object) => readRouteRequest(Buffer.from(JSON.stringify(body)));

function refusalOf(body: object): [string | null | undefined, string] {
  try {
    read(body);
  } catch (error) {
    if (error instanceof GatewayError) return [error.param, error.message];
  }
  throw new Error('it was not refused');
}

const WEATHER = { type: 'function', name: 'weather', parameters: { type: 'object' } };

describe('a question about a Responses request', () => {
  it('is read as that API reads its body', () => {
    const question = read({
      surface: 'responses',
      session_id: 's',
      model: 'gpt-5.5-pro',
      instructions: 'Be brief.',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      tools: [WEATHER],
      text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } } },
      max_output_tokens: 50,
      reasoning: { effort: 'low' },
      stream: true,
    });
    expect(question).toMatchObject({
      surface: 'responses',
      modelText: 'gpt-5.5-pro',
      sessionId: 's',
      maxTokens: 50,
      reasoning: { kind: 'graded', effort: 'low' },
      stream: true,
      explain: true,
      view: { tools: ['weather'], responseFormat: { type: 'json_schema' } },
    });
    expect(question.asks).toEqual([
      { need: 'tools', field: 'tools' },
      { need: 'json_schema', field: 'text.format' },
    ]);
  });

  it('takes a text, and counts it', () => {
    const { promptBytes } = read({ surface: 'responses', input: 'x'.repeat(1_000) });
    expect(promptBytes).toBeGreaterThanOrEqual(1_000);
    expect(promptBytes).toBeLessThan(1_100);
  });

  it.each([
    ['messages', { messages: [{ role: 'user', content: 'Hi' }] }],
    ['task', { task: 'Hi' }],
  ])('still takes %s', (_name, body) => {
    expect(read({ surface: 'responses', ...body }).surface).toBe('responses');
  });

  it.each<[object, string]>([
    [{}, 'input'],
    [{ input: [] }, 'input'],
    [{ input: 'Hi', task: 'Hi' }, 'input'],
    [{ input: 'Hi', messages: [{ role: 'user', content: 'Hi' }] }, 'input'],
    [{ input: 5 }, 'input'],
    [{ input: 'Hi', max_tokens: 5 }, 'max_tokens'],
    [{ input: 'Hi', session_id: 'x'.repeat(201) }, 'session_id'],
    [{ input: 'Hi', previous_response_id: 'resp_1' }, 'previous_response_id'],
    [
      {
        input: [
          { role: 'user', content: 'Hi' },
          { type: 'item_reference', id: 'msg_1' },
        ],
      },
      'input[1].id',
    ],
    [{ input: 'Hi', tools: [{ type: 'mcp' }] }, 'tools[0].type'],
  ])('of %j is refused by %s', (body, param) => {
    expect(refusalOf({ surface: 'responses', ...body })[0]).toBe(param);
  });
});

describe('a question about a chat request', () => {
  it('without a conversation names the way to ask with `input`', () => {
    const [param, message] = refusalOf({ input: 'Hi' });
    expect(param).toBe('input');
    expect(message).toContain('"surface": "responses"');
  });

  it.each([
    [{}, 'messages'],
    [{ task: 'Hi', messages: [{ role: 'user', content: 'Hi' }] }, 'task'],
    [{ task: ' ' }, 'task'],
  ])('of %j is refused by %s', (body, param) => {
    expect(refusalOf(body)[0]).toBe(param);
  });
});
