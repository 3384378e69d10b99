import { describe, expect, it } from 'vitest';
import { makesOneHiddenClass } from '../../../../../test/support/hidden-class.js';
import {
  NATIVE_ITEMS,
  nativeResponse,
  NATIVE_USAGE,
} from '../../../../../test/support/recordings/native-responses.js';
import { scanTopLevel, type TopLevelMembers } from '../../../json-bytes/scan-top-level.js';
import { finishNativeResponse, nativeFinish, type NativeFinish } from './finish-native-response.js';
import { readNativeResponse } from './read-native-response.js';

const { reasoning, search, openPage, message, call } = NATIVE_ITEMS;
const scanOf = (json: string): TopLevelMembers =>
  scanTopLevel(Buffer.from(json), { repeatedKeys: 'keep', maxDepth: 500 });
const FINISH: NativeFinish = {
  cost: '0.000120',
  store: true,
  previousResponseId: 'resp_0',
  showEncrypted: true,
};
const INCOMPLETE = { status: 'incomplete', more: '"incomplete_details":{"reason":"max_output_tokens"}' };
const FILTERED = { status: 'incomplete', more: '"incomplete_details":{"reason":"content_filter"}' };
const REFUSAL = '{"id":"msg_2","type":"message","content":[{"type":"refusal","refusal":"No."}]}';
const BLANK = '{"id":"msg_3","type":"message","content":[{"type":"output_text","text":" \\n"}]}';

describe('readNativeResponse', () => {
  it('tells what a bill is made of', () => {
    const read = readNativeResponse(scanOf(nativeResponse([reasoning, search, openPage, message, call])));
    expect(read).toMatchObject({
      id: 'resp_b1',
      status: 'completed',
      usage: JSON.parse(NATIVE_USAGE),
      webSearches: 1,
      // Hm, Hellö, find and its arguments
      outputBytes: 2 + 6 + 4 + 9,
      error: undefined,
    });
  });

  it.each([
    ['a search that does not say', '{"type":"web_search_call"}', 1],
    ['a search without a type', '{"type":"web_search_call","action":{}}', 1],
    ['a search with its action first', '{"action":{"type":"search"},"type":"web_search_call"}', 1],
    ['a page that was opened', openPage, 0],
    ['a page that was looked through', '{"type":"web_search_call","action":{"type":"find_in_page"}}', 0],
    ['a search of files', '{"type":"file_search_call"}', 0],
    ['a word that begins so', '{"type":"web_search_call_x"}', 0],
  ])('charges for %s', (_, item, searches) => {
    expect(readNativeResponse(scanOf(nativeResponse([item]))).webSearches).toBe(searches);
  });

  it.each([
    ['a text', [message], {}, { finishReason: 'stop', empty: false, text: 'Hellö', answers: ['Hellö'] }],
    [
      'two texts',
      [message, message],
      {},
      { finishReason: 'stop', empty: false, text: 'HellöHellö', answers: ['HellöHellö'] },
    ],
    ['a call', [call], {}, { finishReason: 'tool_calls', empty: false, text: '', answers: [] }],
    ['reasoning', [reasoning], INCOMPLETE, { finishReason: 'length', empty: true, text: '', answers: [''] }],
    ['white space', [BLANK], {}, { finishReason: 'stop', empty: true, text: ' \n', answers: [' \n'] }],
    ['nothing', [], {}, { finishReason: 'stop', empty: true, text: '', answers: [''] }],
    ['a refusal', [REFUSAL], {}, { finishReason: 'stop', empty: false, text: '', answers: [''] }],
    [
      'why a filter stepped in',
      [REFUSAL],
      FILTERED,
      { finishReason: 'content_filter', empty: true, text: '', answers: [''] },
    ],
    ['a search alone', [search], {}, { finishReason: 'stop', empty: false, text: '', answers: [''] }],
    [
      'a failure',
      [],
      { status: 'failed', more: '"error":{"code":"server_error"}' },
      { finishReason: undefined, empty: true, text: '', answers: [''] },
    ],
  ])('tells of %s in the words of chat', (_, items, options, facts) => {
    const read = readNativeResponse(scanOf(nativeResponse(items, options)));
    expect(read.facts()).toEqual(facts);
    expect(read.finishReason).toBe(facts.finishReason);
  });

  it.each(['{}', '{"output":null,"usage":null}', '{"output":{},"status":7}', '{"output":[null,7,"x",[]]}'])(
    'reads nothing from %s',
    (json) => {
      expect(readNativeResponse(scanOf(json))).toMatchObject({
        usage: undefined,
        webSearches: 0,
        outputBytes: 0,
      });
    },
  );
});

describe('nativeFinish', () => {
  it('gives every call the same hidden class', () => {
    const echo = { store: true, previousResponseId: undefined, showEncrypted: false };
    expect(makesOneHiddenClass(() => nativeFinish(echo, { cost: '0.1' }))).toBe(true);
  });
});

describe('finishNativeResponse', () => {
  const json = nativeResponse([reasoning, message]);
  const ours = json
    .replace('"store":false', '"store":true')
    .replace('"previous_response_id":null', '"previous_response_id":"resp_0"')
    .replace('"total_tokens":120', '"total_tokens":120,"cost":0.000120');

  it('changes what speaks of us, and nothing else', () => {
    const built = finishNativeResponse(scanOf(json), FINISH);
    expect(built.shown.toString()).toBe(ours);
    expect(built.kept).toBe(built.shown);
    expect(built.status).toBe('completed');
  });

  it('hides encrypted reasoning from those who did not ask, and keeps it', () => {
    const built = finishNativeResponse(scanOf(json), { ...FINISH, showEncrypted: false });
    expect(built.shown.toString()).toBe(ours.replace('"encrypted_content":"gAAAA",', ''));
    expect(built.kept.toString()).toBe(ours);
  });

  it.each([
    [
      'of a compaction',
      '{"type":"compaction","encrypted_content":"gA"}',
      '{"type":"compaction","encrypted_content":"gA"}',
    ],
    ['that stands last', '{"type":"reasoning", "encrypted_content":"gA"}', '{"type":"reasoning"}'],
    ['that is null', '{"encrypted_content":null,"type":"reasoning"}', '{"type":"reasoning"}'],
    [
      'in a text',
      '{"type":"message","content":"encrypted_content"}',
      '{"type":"message","content":"encrypted_content"}',
    ],
  ])('hides encrypted content %s as it should', (_, item, shown) => {
    const built = finishNativeResponse(scanOf(`{"output":[ ${item} , 1]}`), {
      ...FINISH,
      showEncrypted: false,
    });
    expect(built.shown.toString()).toContain(`"output":[ ${shown} , 1]`);
  });

  it('adds what the provider left out', () => {
    const built = finishNativeResponse(scanOf('{"id":"x"}'), { ...FINISH, previousResponseId: undefined });
    expect(built.shown.toString()).toBe('{"id":"x","store":true,"previous_response_id":null}');
  });

  it.each([
    ['a cost of its own', '{"input_tokens":1,"cost":9}', {}, '{"input_tokens":1,"cost":0.5}'],
    ['no cost that may be told', '{"input_tokens":1,"cost":9}', { cost: undefined }, '{"input_tokens":1}'],
    ['numbers as they are', '{"input_tokens":1.0}', {}, '{"input_tokens":1.0,"cost":0.5}'],
  ])('leaves a usage with %s', (_, usage, options, shown) => {
    const built = finishNativeResponse(scanOf(`{"usage":${usage}}`), { ...FINISH, cost: '0.5', ...options });
    expect(built.shown.toString()).toContain(`"usage":${shown}`);
  });

  it('shows the usage that was billed instead', () => {
    const ourUsage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
    for (const [sent, option] of [
      ['null', 'usageIfMissing'],
      ['{"input_tokens":0}', 'usageInstead'],
    ] as const) {
      const built = finishNativeResponse(scanOf(`{"usage":${sent}}`), {
        ...FINISH,
        cost: '0.50',
        [option]: ourUsage,
      });
      expect(built.shown.toString()).toContain(
        '"usage":{"input_tokens":3,"input_tokens_details":{"cached_tokens":0,"cache_write_tokens":0},"output_tokens":4,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":7,"cost":0.50}',
      );
    }
  });

  it.each([
    ['incomplete', 'incomplete'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
    ['completed', 'completed'],
  ])('tells the status %s', (status, told) => {
    expect(finishNativeResponse(scanOf(nativeResponse([], { status })), FINISH).status).toBe(told);
  });
});
