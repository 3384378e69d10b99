import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSpan, newSpanId, newTraceId, text, whole, type JsonSpan } from './traces-client.js';
import { startTraces, type TracesSetUp } from './traces-support.js';

let setUp: TracesSetUp;
beforeAll(async () => {
  setUp = await startTraces();
});
afterAll(() => setUp.service.stop());

interface Told {
  readonly id?: string;
  readonly parent?: string;
  readonly name?: string;
  readonly attributes?: object[];
}

const told = (
  traceId: string,
  { id = newSpanId(), parent, name = 'work', attributes = [] }: Told,
): JsonSpan =>
  aSpan({ traceId, spanId: id, name, attributes, ...(parent !== undefined && { parentSpanId: parent }) });

const genAi = (input: number, output: number): object[] => [
  text('gen_ai.request.model', 'gpt-4o-mini'),
  whole('gen_ai.usage.input_tokens', input),
  whole('gen_ai.usage.output_tokens', output),
];
const aiSdk = (operation: string, input: number, output: number): object[] => [
  text('ai.operationId', operation),
  text('ai.model.id', 'gpt-4o-mini'),
  whole('ai.usage.inputTokens', input),
  whole('ai.usage.outputTokens', output),
];
const openInference = (kind: string, input: number, output: number): object[] => [
  text('openinference.span.kind', kind),
  whole('llm.token_count.prompt', input),
  whole('llm.token_count.completion', output),
];

async function summaryOf(traceId: string): Promise<[number, number]> {
  const { body } = await setUp.detail(traceId);
  return [body.input_tokens, body.output_tokens];
}

type Nest = (traceId: string) => JsonSpan[];

const NESTS: [string, Nest, [number, number]][] = [
  [
    'the Vercel AI SDK',
    (traceId) => {
      const outer = newSpanId();
      const inner = [...aiSdk('ai.generateText.doGenerate', 100, 20), ...genAi(100, 20)];
      return [
        told(traceId, { id: outer, name: 'ai.generateText', attributes: aiSdk('ai.generateText', 100, 20) }),
        told(traceId, { parent: outer, name: 'ai.generateText.doGenerate', attributes: inner }),
      ];
    },
    [100, 20],
  ],
  [
    'its embeddings',
    (traceId) => {
      const outer = newSpanId();
      const tokens = [whole('ai.usage.tokens', 7)];
      return [
        told(traceId, { id: outer, name: 'ai.embed', attributes: tokens }),
        told(traceId, { parent: outer, name: 'ai.embed.doEmbed', attributes: tokens }),
      ];
    },
    [7, 0],
  ],
  [
    'its steps',
    (traceId) => {
      const outer = newSpanId();
      return [
        told(traceId, { id: outer, name: 'ai.streamText', attributes: aiSdk('ai.streamText', 30, 6) }),
        told(traceId, { parent: outer, attributes: aiSdk('ai.streamText.doStream', 10, 2) }),
        told(traceId, { parent: outer, attributes: aiSdk('ai.streamText.doStream', 20, 4) }),
      ];
    },
    [30, 6],
  ],
  [
    'a framework of OpenInference around a client that is watched too',
    (traceId) => {
      const [chain, model] = [newSpanId(), newSpanId()];
      return [
        told(traceId, { id: chain, attributes: openInference('CHAIN', 50, 5) }),
        told(traceId, { id: model, parent: chain, attributes: openInference('LLM', 50, 5) }),
        told(traceId, { parent: model, attributes: genAi(50, 5) }),
      ];
    },
    [50, 5],
  ],
  [
    'a wrapper with a silent span in between',
    (traceId) => {
      const [outer, middle] = [newSpanId(), newSpanId()];
      return [
        told(traceId, { id: outer, attributes: genAi(9, 3) }),
        told(traceId, { id: middle, parent: outer }),
        told(traceId, { parent: middle, attributes: genAi(9, 3) }),
      ];
    },
    [9, 3],
  ],
  [
    'two libraries that watch one answer',
    (traceId) => [
      told(traceId, { attributes: [...genAi(40, 4), text('gen_ai.response.id', 'chatcmpl-1')] }),
      told(traceId, { attributes: [...openInference('LLM', 40, 4), text('llm.response.id', 'chatcmpl-1')] }),
      told(traceId, { attributes: genAi(1, 1) }),
    ],
    [41, 5],
  ],
];

describe.each(NESTS)('tokens of %s', (_name, nest, expected) => {
  it('count once in one export, and a resend changes nothing', async () => {
    const traceId = newTraceId();
    const spans = nest(traceId);
    for (let round = 0; round < 2; round += 1) {
      await setUp.traces.spans(spans);
      expect(await summaryOf(traceId)).toEqual(expected);
    }
  });

  it.each(['outer', 'inner'])('count once over several exports, the %s span first', async (first) => {
    const traceId = newTraceId();
    const spans = first === 'outer' ? nest(traceId) : nest(traceId).reverse();
    for (const span of spans) await setUp.traces.spans([span]);
    expect(await summaryOf(traceId)).toEqual(expected);
    await setUp.traces.spans(spans);
    expect(await summaryOf(traceId)).toEqual(expected);
  });

  it('count once when what connects them comes last', async () => {
    const traceId = newTraceId();
    const [first, ...others] = nest(traceId);
    const last = others.shift();
    await Promise.all([first, ...others].map((span) => setUp.traces.spans([span])));
    await setUp.traces.spans([last]);
    expect(await summaryOf(traceId)).toEqual(expected);
  });
});

describe('a search by tokens', () => {
  it('finds a trace by what counts', async () => {
    const traceId = newTraceId();
    const outer = newSpanId();
    await setUp.traces.spans([told(traceId, { parent: outer, attributes: genAi(700_000, 1) })]);
    await setUp.traces.spans([told(traceId, { id: outer, attributes: genAi(700_000, 1) })]);
    const ids = async (query: string): Promise<string[]> =>
      (await setUp.list(query)).body.data.map((row: { trace_id: string }) => row.trace_id);
    expect(await ids('?min_tokens=700001')).toContain(traceId);
    expect(await ids('?min_tokens=1000000')).not.toContain(traceId);
  });
});
