import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator } from './start-simulator.js';

let simulator: Awaited<ReturnType<typeof startSimulator>>;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
});
afterAll(() => simulator.close());

/** What coding agents say beside the person: long, and full of words that tools are described with. */
const REMINDER =
  '<system-reminder>\nYour todo list is empty. Use the Task tool to launch agents, list files with Glob, read them with Read.\n</system-reminder>';
const described = [
  ['Task', 'Launch a new agent to handle complex, multi-step tasks autonomously.'],
  ['Glob', 'Fast file pattern matching tool that works with any codebase size'],
  ['Read', 'Reads a file from the local filesystem.'],
  ['list_dir', 'Lists the files of a directory.'],
] as const;
const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

interface Turn {
  readonly text: string;
  readonly calls: string[];
}

/** One kind of wire: how a turn of a person, a call and its result are written. */
interface Wire {
  ask(turns: object[]): Promise<Turn>;
  person(...texts: string[]): object;
  call(name: string): object;
  result(...added: string[]): object[];
}

const post = async (path: string, body: object): Promise<unknown> => {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': 'any',
    authorization: 'Bearer any',
    'anthropic-version': '2023-06-01',
  };
  const answer = await fetch(simulator.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return answer.json();
};
const text = (words: string): object => ({ type: 'text', text: words });

const MESSAGES: Wire = {
  ask: async (messages) => {
    const tools = described.map(([name, description]) => ({ name, description, input_schema: parameters }));
    const body = { model: 'claude-sonnet-4-5', max_tokens: 1_000, messages, tools };
    const { content } = (await post('/provider-a/v1/messages', body)) as {
      content: { type: string; text?: string; name?: string }[];
    };
    return {
      text: content.map((block) => block.text ?? '').join(''),
      calls: content.flatMap(({ type, name = '' }) => (type === 'tool_use' ? [name] : [])),
    };
  },
  person: (...texts) => ({ role: 'user', content: texts.map(text) }),
  call: (name) => ({ role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name, input: {} }] }),
  result: (...added) => [
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'main.py' }, ...added.map(text)],
    },
  ],
};
const CHAT: Wire = {
  ask: async (messages) => {
    const tools = described.map(([name, description]) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
    const { choices } = (await post('/provider-b/v1/chat/completions', {
      model: 'gpt-4o',
      messages,
      tools,
    })) as {
      choices: { message: { content: string | null; tool_calls?: { function: { name: string } }[] } }[];
    };
    const message = choices[0]?.message;
    return {
      text: message?.content ?? '',
      calls: (message?.tool_calls ?? []).map((call) => call.function.name),
    };
  },
  person: (...texts) => ({ role: 'user', content: texts.map(text) }),
  call: (name) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: '{}' } }],
  }),
  result: (...added) => [
    { role: 'tool', tool_call_id: 'call_1', content: 'main.py' },
    ...added.map((words) => ({ role: 'user', content: words })),
  ],
};

const RESPONSES: Wire = {
  ask: async (input) => {
    const tools = described.map(([name, description]) => ({
      type: 'function',
      name,
      description,
      parameters,
    }));
    const body = { model: 'gpt-4o', input, tools, store: false };
    const { output } = (await post('/provider-b/v1/responses', body)) as {
      output: { type: string; name?: string; content?: { text: string }[] }[];
    };
    return {
      text: output.flatMap(({ content = [] }) => content.map((part) => part.text)).join(''),
      calls: output.flatMap(({ type, name = '' }) => (type === 'function_call' ? [name] : [])),
    };
  },
  person: (...texts) => ({
    type: 'message',
    role: 'user',
    content: texts.map((words) => ({ type: 'input_text', text: words })),
  }),
  call: (name) => ({ type: 'function_call', call_id: 'call_1', name, arguments: '{}' }),
  result: (...added) => [
    { type: 'function_call_output', call_id: 'call_1', output: 'main.py' },
    ...added.map((words) => ({ role: 'user', content: words })),
  ],
};

describe.each([
  ['the Messages API', MESSAGES],
  ['chat completions', CHAT],
  ['the Responses API', RESPONSES],
])('a coding agent on the simulator, by %s', (_name, wire) => {
  it.each(['Hi', 'Hi there', 'Fix the bug in main.py'])('is answered %j in words', async (words) => {
    for (const texts of [[words], [REMINDER, words], [words, REMINDER], [`${REMINDER}\n${words}`]]) {
      const answer = await wire.ask([wire.person(...texts)]);
      expect(answer).toEqual({ text: expect.stringContaining(`You asked: "${words}"`) as string, calls: [] });
    }
  });

  it('gets the call of the tool that fits, and after its result an answer in words', async () => {
    const question = wire.person(REMINDER, 'List the files here');
    expect((await wire.ask([question])).calls).toEqual(['list_dir']);
    for (const added of [[], [REMINDER]]) {
      const answer = await wire.ask([question, wire.call('list_dir'), ...wire.result(...added)]);
      expect(answer).toEqual({ text: expect.stringContaining('main.py') as string, calls: [] });
    }
  });
});

describe('a JSON object on the simulator', () => {
  it('has the keys that the prompt names', async () => {
    const answer = (await post('/provider-b/v1/chat/completions', {
      model: 'gpt-4o',
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: 'Answer in JSON with the keys "sentiment" and "score".' },
        { role: 'user', content: 'It broke.' },
      ],
    })) as { choices: { message: { content: string } }[] };
    expect(Object.keys(JSON.parse(answer.choices[0]?.message.content ?? '') as object)).toEqual([
      'sentiment',
      'score',
    ]);
  });
});
