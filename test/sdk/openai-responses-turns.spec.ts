import OpenAI, { APIUserAbortError } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../e2e/stream-call.js';
import { HANG, streamAnswer } from '../support/recordings/script.js';
import {
  expectTurnReplayed,
  lastAsked,
  say,
  TWO_CALLS,
  UPSTREAMS,
  weatherOf,
} from '../support/responses-upstreams.js';
import { chargesOf, seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

type Response = OpenAI.Responses.Response;
type Input = OpenAI.Responses.ResponseInputItem[];

const TOOLS: OpenAI.Responses.Tool[] = [
  {
    type: 'function',
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    strict: false,
  },
];
const STATELESS = { store: false, include: ['reasoning.encrypted_content'] } as const;

let service: TestApplication;
let openai: OpenAI;
beforeAll(async () => {
  service = await startTestApplication();
  const { apiKey } = await seedTenant(service.dataSource, { smartRouting: false });
  openai = new OpenAI({ baseURL: `${service.url}/api/v1/openai`, apiKey, maxRetries: 0 });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

function resultsOf({ output }: Response): Input {
  return output.flatMap((item) =>
    item.type === 'function_call'
      ? [
          {
            type: 'function_call_output' as const,
            call_id: item.call_id,
            output: weatherOf(JSON.parse(item.arguments) as { city: string }),
          },
        ]
      : [],
  );
}

describe.each(UPSTREAMS)('turns of the OpenAI SDK with %s', (model, upstream) => {
  it('run tools in parallel by the kept response, streamed', async () => {
    say(service.provider, upstream, TWO_CALLS, { text: 'Both sunny.' });
    const request = { model, tools: TOOLS };
    const first = await openai.responses.stream({ ...request, input: 'Weather?' }).finalResponse();
    const second = await openai.responses
      .stream({ ...request, previous_response_id: first.id, input: resultsOf(first) })
      .finalResponse();
    expect(second.output_text).toBe('Both sunny.');
    expectTurnReplayed(service.provider, upstream);
  });

  it('run tools in parallel without anything kept, streamed', async () => {
    say(service.provider, upstream, TWO_CALLS, { text: 'Both sunny.' });
    const request = { ...STATELESS, include: [...STATELESS.include], model, tools: TOOLS };
    const input: Input = [{ role: 'user', content: 'Weather?' }];
    const first = await openai.responses.stream({ ...request, input }).finalResponse();
    const more = [...(first.output as Input), ...resultsOf(first)];
    const second = await openai.responses.stream({ ...request, input: [...input, ...more] }).finalResponse();
    expect(second.output_text).toBe('Both sunny.');
    expectTurnReplayed(service.provider, upstream);
  });

  it('show an image and a PDF', async () => {
    say(service.provider, upstream, { text: 'A dot.' });
    const response = await openai.responses.create({
      model,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
            {
              type: 'input_file',
              filename: 'a.pdf',
              file_data: 'data:application/pdf;base64,JVBERi0xLjQ=',
            },
          ],
        },
      ],
    });
    expect(response.output_text).toBe('A dot.');
    expect(lastAsked(service.provider)).toMatch(/iVBORw0KGgo=.*JVBERi0xLjQ=/);
  });

  it('go on for ten turns, each behind the one before', async () => {
    let previous: string | null = null;
    for (let turn = 0; turn < 10; turn += 1) {
      say(service.provider, upstream, { thinking: `Thought ${turn}`, text: `Answer ${turn}` });
      const response: Response = await openai.responses.create({
        model,
        previous_response_id: previous,
        input: `Question ${turn}`,
      });
      expect(response.output_text).toBe(`Answer ${turn}`);
      previous = response.id;
    }
    const told = Array.from({ length: 10 }, (_, turn) => [`Question ${turn}`, `Answer ${turn}`]).flat();
    expect([...lastAsked(service.provider).matchAll(/(?:Question|Answer) \d/g)].map(String)).toEqual(
      told.slice(0, -1),
    );
  });

  it('are left by an abort, and pay for what came', async () => {
    const events = upstream.events({ text: 'Hello there.' });
    const shown = events.findIndex((event) => event.includes('Hello'));
    service.provider.enqueue(streamAnswer(...events.slice(0, shown + 1), HANG));
    const { data: running, response } = await openai.responses
      .create({ model, input: 'Hi', stream: true })
      .withResponse();
    const reading = (async () => {
      for await (const { type } of running)
        if (type === 'response.output_text.delta') running.controller.abort();
    })();
    // The SDK ends the loop of a stream that was aborted.
    await reading.catch((error: unknown) => expect(error).toBeInstanceOf(APIUserAbortError));
    await (
      await service.provider.nextRequest()
    ).aborted;
    const callId = response.headers.get('x-svc-call-id') ?? '';
    const charges = await eventually(async () => {
      const found = await chargesOf(service.dataSource, callId);
      return found.length > 0 ? found : undefined;
    }, 'the charge of the aborted call');
    expect(charges).toHaveLength(1);
  });
});
