import { describe, expect, it } from 'vitest';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import { readSubmission } from './read-submission.js';
import { InvalidItemsError } from './submission-error.js';

const catalog = readCatalogFile();
const CLAUDE = 'claude-haiku-4-5';
const GPT = 'gpt-4o-mini';
const GLM = 'zai-org/GLM-5.3';
const messages = [{ role: 'user', content: 'Hi' }];

interface Fault {
  readonly param: string;
  readonly message: string;
  readonly custom_id: string;
}

async function faultsOf(requests: object[]): Promise<readonly Fault[]> {
  const document = Buffer.from(JSON.stringify({ requests }));
  async function* source() {
    await Promise.resolve();
    yield document;
  }
  try {
    await readSubmission({
      source: source(),
      rules: {
        parse: (id) => parseModelId(id, catalog),
        chineseModels: true,
        models: undefined,
        retention: { zeroRetention: false, agreed: new Set() },
      },
      keep: () => Promise.resolve(),
      maxItemBytes: 1_048_576,
      members: new Map(),
    });
    return [];
  } catch (error) {
    if (!(error instanceof InvalidItemsError)) throw error;
    expect(error.status).toBe(400);
    return error.extra['details'] as Fault[];
  }
}

const body = (model: string, more: object) => ({ custom_id: 'a', body: { model, messages, ...more } });
const params = (model: string, more: object) => ({
  custom_id: 'a',
  params: { model, max_tokens: 10, messages, ...more },
});
const userOf = (...parts: object[]) => ({ messages: [{ role: 'user', content: parts }] });
const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };

describe('a `body` for provider A that cannot be said to it', () => {
  it.each<[string, object, string]>([
    ['several answers', { n: 5 }, 'n'],
    ['no number of answers', { n: 'two' }, 'n'],
    ['a limit below nothing', { max_tokens: -5 }, 'max_tokens'],
    ['half a token', { max_completion_tokens: 0.5 }, 'max_completion_tokens'],
    ['a temperature in words', { temperature: 'hot' }, 'temperature'],
    ['a temperature above all scales', { temperature: 3 }, 'temperature'],
    ['an audio part', userOf({ type: 'text', text: 'Listen' }, audio), 'messages[0].content[1]'],
    ['system messages alone', { messages: [{ role: 'system', content: 'Be brief.' }] }, 'messages'],
    [
      'a file by its id',
      userOf({ type: 'file', file: { file_id: 'file-1' } }),
      'messages[0].content[0].file',
    ],
    ['a message that is none', { messages: ['hello'] }, 'messages[0]'],
    ['a message of nobody', { messages: [{ content: 'hello' }] }, 'messages[0].role'],
    ['a message of an unknown one', { messages: [{ role: 'critic', content: 'x' }] }, 'messages[0].role'],
    [
      'an answer to no call',
      { messages: [...messages, { role: 'tool', tool_call_id: 'x', content: '1' }] },
      'messages[1]',
    ],
    ['audio wanted', { modalities: ['text', 'audio'] }, 'modalities'],
    ['a tool without a name', { tools: [{ type: 'function', function: {} }] }, 'tools[0]'],
    ['an unknown format', { response_format: { type: 'yaml' } }, 'response_format'],
    [
      'a budget without room',
      { max_tokens: 2_000, thinking: { type: 'enabled', budget_tokens: 4_000 } },
      'thinking',
    ],
    ['a stop that is a number', { stop: 5 }, 'stop'],
  ])('is refused at submission: %s', async (_name, more, place) => {
    const [fault, ...others] = await faultsOf([body(CLAUDE, more)]);
    expect(others).toEqual([]);
    expect(fault?.param.startsWith(`requests[0].body.${place}`)).toBe(true);
    expect(fault?.message).toContain(fault?.param);
    expect(fault?.custom_id).toBe('a');
  });

  it('is named among the others, each with its fault, up to twenty', async () => {
    const requests = Array.from({ length: 30 }, (_, index) => ({
      ...body(CLAUDE, index % 2 === 0 ? { n: 5 } : {}),
      custom_id: `c${index}`,
    }));
    const faults = await faultsOf(requests);
    expect(faults.map(({ param }) => param)).toEqual(
      Array.from({ length: 15 }, (_, index) => `requests[${2 * index}].body.n`),
    );
    const many = await faultsOf(
      requests.concat(requests.map((each) => ({ ...each, body: { ...each.body, n: 7 } }))),
    );
    expect(many).toHaveLength(20);
  });

  it('may be long: it is gone through beside other work', async () => {
    const long = Array.from({ length: 3_000 }, () => ({ role: 'user', content: 'x'.repeat(40) }));
    expect(await faultsOf([body(CLAUDE, { messages: long })])).toEqual([]);
    const [fault] = await faultsOf([body(CLAUDE, { messages: [...long, ...userOf(audio).messages] })]);
    expect(fault?.param).toBe('requests[0].body.messages[3000].content[0]');
  });
});

describe('`params` that no Messages API takes', () => {
  it.each<[string, object, string]>([
    ['a limit below nothing', { max_tokens: -5 }, 'max_tokens'],
    ['a limit in words', { max_tokens: 'many' }, 'max_tokens'],
    ['a temperature in words', { temperature: 'hot' }, 'temperature'],
    ['a temperature above its scale', { temperature: 1.5 }, 'temperature'],
    ['no messages', { messages: [] }, 'messages'],
    ['messages that are none', { messages: 'Hi' }, 'messages'],
    ['a message that is none', { messages: ['hello'] }, 'messages[0]'],
    ['a message of nobody', { messages: [...messages, { content: 'x' }] }, 'messages[1].role'],
    ['a system that is a number', { system: 5 }, 'system'],
    ['stop sequences that are none', { stop_sequences: ['a', 1] }, 'stop_sequences[1]'],
    ['thinking that is a word', { thinking: 'yes' }, 'thinking'],
  ])('are refused at submission: %s', async (_name, more, place) => {
    for (const model of [CLAUDE, GLM]) {
      const faults = await faultsOf([params(model, more)]);
      expect(faults.map(({ param }) => param)).toEqual([`requests[0].params.${place}`]);
    }
  });

  it.each<object>([
    { max_tokens: null },
    { max_tokens: undefined },
    { temperature: 1, top_p: 0.5, top_k: 5 },
    { stop_sequences: ['x'], system: [{ type: 'text', text: 'Be brief.' }] },
    { thinking: { type: 'adaptive' }, a_field_to_come: { x: 1 } },
    { messages: [{ role: 'system', content: 'Be brief.' }, ...messages] },
  ])('are taken where an API may take them: %j', async (more) => {
    expect(await faultsOf([params(CLAUDE, more)])).toEqual([]);
  });
});

describe.each([GPT, GLM])('a `body` for %s', (model) => {
  it.each<[object, string]>([
    [{ max_tokens: -5 }, 'max_tokens'],
    [{ max_tokens: '5' }, 'max_tokens'],
    [{ n: 0 }, 'n'],
    [{ messages: [1, 2] }, 'messages[0]'],
    [{ messages: [{ content: 'x' }] }, 'messages[0].role'],
  ])('is refused where estimates and shaping could make nothing of it: %j', async (more, place) => {
    const faults = await faultsOf([body(model, more)]);
    expect(faults.map(({ param }) => param)).toEqual([`requests[0].body.${place}`]);
  });

  it.each<object>([{ temperature: 'hot' }, { max_tokens: null, n: null }, { made_up: true }])(
    'is left to its provider otherwise: %j',
    async (more) => {
      expect(await faultsOf([body(model, more)])).toEqual([]);
    },
  );
});
