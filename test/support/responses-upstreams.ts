import { expect } from 'vitest';
import type { FakeProvider } from './fake-provider.js';
import type { RecordedRequest } from './recordings/recorded-request.js';
import { anthropicEvents, anthropicMessage, type RecordedBlock } from './recordings/anthropic-answers.js';
import { chatCompletion, chatEvents, CHAT_USAGE, toolCallDeltas } from './recordings/openai-answers.js';
import {
  callItem,
  messageItem,
  responseAnswer,
  responseEvents,
  thoughtItem,
} from './recordings/responses-answers.js';
import { jsonAnswer, streamAnswer, type Script } from './recordings/script.js';

/** What a model says in one turn, whatever its provider calls it. */
export interface Turn {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
}

/** An upstream with a wire format of its own. */
export interface ResponsesUpstream {
  readonly model: string;
  /** The end of the path it is asked at. */
  readonly path: string;
  /** The events of a streamed turn. */
  events(turn: Turn): Buffer[];
  whole(turn: Turn): Buffer;
}

/** What provider A signs its thinking with, and provider B seals it in. */
export const SIGNATURE = 'c2lnbmF0dXJl';
export const SEALED = 'gAAAAsealed';

let turns = 0;

/** Ids of calls are unique, as at the providers. */
function callsOf({ calls = [] }: Turn): { id: string; name: string; arguments: string }[] {
  turns += 1;
  return calls.map((call, index) => ({ ...call, id: `call_${turns}_${index}` }));
}

function blocksOf(turn: Turn): RecordedBlock[] {
  return [
    ...(turn.thinking === undefined
      ? []
      : [{ type: 'thinking', thinking: turn.thinking, signature: SIGNATURE }]),
    ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]),
    ...callsOf(turn).map(({ id, name, arguments: args }) => ({
      type: 'tool_use',
      id,
      name,
      input: JSON.parse(args) as unknown,
    })),
  ];
}

function itemsOf(turn: Turn): Record<string, unknown>[] {
  const calls = callsOf(turn);
  return [
    ...(turn.thinking === undefined ? [] : [thoughtItem(turn.thinking, SEALED, `rs_${turns}`)]),
    ...(turn.text === undefined ? [] : [messageItem(turn.text, `msg_${turns}`)]),
    ...calls.map(({ id, name, arguments: args }) => callItem(name, args, { id: `fc_${id}`, callId: id })),
  ];
}

/** Asked on its own Responses API. */
export const PROVIDER_B: ResponsesUpstream = {
  model: 'vendorb/gpt-5.4-mini',
  path: '/b/v1/responses',
  events: (turn) => responseEvents({ id: `resp_b${turns}`, output: itemsOf(turn) }),
  whole: (turn) => responseAnswer({ id: `resp_b${turns}`, output: itemsOf(turn) }),
};

/** Asked by Messages. */
export const PROVIDER_A: ResponsesUpstream = {
  model: 'vendora/claude-sonnet-5-5',
  path: '/a/v1/messages',
  events: (turn) => anthropicEvents({ content: blocksOf(turn) }),
  whole: (turn) => anthropicMessage({ content: blocksOf(turn) }),
};

/** Asked by chat completions. */
export const MARKETPLACE: ResponsesUpstream = {
  model: 'openai/gpt-oss-120b',
  path: '/m/api/v1/chat/completions',
  events: (turn) => {
    const calls = callsOf(turn);
    const half = Math.ceil((turn.text ?? '').length / 2);
    return chatEvents(
      [
        ...(turn.thinking === undefined ? [] : [{ reasoning: turn.thinking }]),
        ...(turn.text === undefined ? [] : [turn.text.slice(0, half), turn.text.slice(half)]),
        ...calls.flatMap(({ id, name, arguments: args }, index) =>
          toolCallDeltas({ index, id, name, pieces: [args.slice(0, 4), args.slice(4)] }),
        ),
      ],
      {
        finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
        usage: { ...CHAT_USAGE, cost: 0.000_012 },
      },
    );
  },
  whole: (turn) => {
    const calls = callsOf(turn);
    return chatCompletion({
      content: turn.text ?? null,
      ...(calls.length > 0 && { toolCalls: calls }),
      ...(turn.thinking !== undefined && { message: { reasoning: turn.thinking } }),
      usage: { ...CHAT_USAGE, cost: 0.000_012 },
    });
  },
};

/** Answers with the turn, streamed when the request asks for a stream. */
export function saying(upstream: ResponsesUpstream, turn: Turn): (request: RecordedRequest) => Script {
  return (request) =>
    (request.json() as { stream?: boolean }).stream === true
      ? streamAnswer(...upstream.events(turn))
      : jsonAnswer(upstream.whole(turn));
}

/** The next requests meet these turns, one each. */
export function say(provider: FakeProvider, upstream: ResponsesUpstream, ...turns: Turn[]): void {
  for (const turn of turns) provider.enqueue(saying(upstream, turn));
}

/** What an upstream was asked in its last request, as text. */
export function lastAsked(provider: FakeProvider): string {
  return provider.requests.at(-1)?.body.toString() ?? '';
}

export const UPSTREAMS = [PROVIDER_B, PROVIDER_A, MARKETPLACE].map(
  (upstream): [string, ResponsesUpstream] => [upstream.model, upstream],
);

/** A turn with calls of `weather` in parallel, whose results are told as `weatherOf`. */
export const TWO_CALLS: Turn = {
  thinking: 'Two cities.',
  calls: ['Oslo', 'Rome'].map((city) => ({ name: 'weather', arguments: JSON.stringify({ city }) })),
};

export function weatherOf({ city }: { readonly city: string }): string {
  return `sunny in ${city}`;
}

/** The upstream was told all of the turn when it is asked for the next: the thinking, as its maker signed or sealed it, and both results. */
export function expectTurnReplayed(provider: FakeProvider, upstream: ResponsesUpstream): void {
  expect(provider.requests.at(-1)?.path).toBe(upstream.path);
  const asked = lastAsked(provider);
  expect([...asked.matchAll(/sunny in (\w+)/g)].map(([, city]) => city)).toEqual(['Oslo', 'Rome']);
  const body = JSON.parse(asked) as Record<'input' | 'messages', { type?: string; role?: string }[]>;
  if (upstream === PROVIDER_B) {
    const kinds = [
      'reasoning',
      'function_call',
      'function_call',
      'function_call_output',
      'function_call_output',
    ];
    expect(body.input.map(({ type = 'message' }) => type)).toEqual(['message', ...kinds]);
    expect(asked).toContain(SEALED);
  } else if (upstream === PROVIDER_A)
    expect(body.messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Two cities.', signature: SIGNATURE },
          { type: 'tool_use' },
          { type: 'tool_use' },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result' }, { type: 'tool_result' }] },
    ]);
  else {
    const roles = body.messages.map(({ role }) => role).filter((role) => role !== 'system');
    expect(roles).toEqual(['user', 'assistant', 'tool', 'tool']);
  }
}
