import { AIMessageChunk, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  expectTurnReplayed,
  lastAsked,
  say,
  TWO_CALLS,
  UPSTREAMS,
  weatherOf,
} from '../support/responses-upstreams.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

const WEATHER = tool(weatherOf, {
  name: 'weather',
  description: 'Weather of a city',
  schema: z.object({ city: z.string() }),
});

let service: TestApplication;
let apiKey: string;
beforeAll(async () => {
  service = await startTestApplication();
  ({ apiKey } = await seedTenant(service.dataSource, { smartRouting: false }));
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

function chat(model: string): ChatOpenAI {
  return new ChatOpenAI({
    model,
    apiKey,
    useResponsesApi: true,
    maxRetries: 0,
    configuration: { baseURL: `${service.url}/api/v1/openai` },
  });
}

describe.each(UPSTREAMS)('LangChain with %s', (model, upstream) => {
  async function runTools(call: AIMessageChunk): Promise<BaseMessage[]> {
    const results = await Promise.all(
      (call.tool_calls ?? []).map((each) => WEATHER.invoke(each) as Promise<ToolMessage>),
    );
    return [new HumanMessage('Weather?'), call, ...results];
  }

  it('invokes', async () => {
    say(service.provider, upstream, { thinking: 'Hm.', text: 'Hello there.' });
    const answer = await chat(model).invoke('Hi');
    expect([answer.text, answer.usage_metadata?.input_tokens]).toEqual(['Hello there.', 10]);
  });

  it('streams', async () => {
    say(service.provider, upstream, { thinking: 'Hm.', text: 'Hello there.' });
    let text = '';
    for await (const piece of await chat(model).stream('Hi')) text += piece.text;
    expect(text).toBe('Hello there.');
  });

  it('runs tools in parallel', async () => {
    say(service.provider, upstream, TWO_CALLS, { text: 'Both sunny.' });
    const bound = chat(model).bindTools([WEATHER]);
    const call = await bound.invoke('Weather?');
    expect((await bound.invoke(await runTools(call))).text).toBe('Both sunny.');
    expectTurnReplayed(service.provider, upstream);
  });

  it('runs tools in parallel, streamed', async () => {
    say(service.provider, upstream, TWO_CALLS, { text: 'Both sunny.' });
    const bound = chat(model).bindTools([WEATHER]);
    let call: AIMessageChunk | undefined;
    for await (const piece of await bound.stream('Weather?')) call = call?.concat(piece) ?? piece;
    if (call === undefined) throw new Error('nothing was streamed');
    expect((await bound.invoke(await runTools(call))).text).toBe('Both sunny.');
    expectTurnReplayed(service.provider, upstream);
  });

  it('reads structured output', async () => {
    say(service.provider, upstream, { text: '{"city":"Oslo"}' });
    const structured = chat(model).withStructuredOutput(z.object({ city: z.string() }), { name: 'place' });
    expect(await structured.invoke('A city')).toEqual({ city: 'Oslo' });
  });

  it('shows an image and a PDF', async () => {
    say(service.provider, upstream, { text: 'A dot.' });
    const answer = await chat(model).invoke([
      new HumanMessage({
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          {
            type: 'file',
            source_type: 'base64',
            mime_type: 'application/pdf',
            data: 'JVBERi0xLjQ=',
            metadata: { filename: 'a.pdf' },
          },
        ],
      }),
    ]);
    expect(answer.text).toBe('A dot.');
    expect(lastAsked(service.provider)).toMatch(/iVBORw0KGgo=.*JVBERi0xLjQ=/);
  });

  it('keeps up a session of ten turns', async () => {
    const messages: BaseMessage[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      messages.push(new HumanMessage(`Question ${turn}`));
      say(service.provider, upstream, { thinking: `Thought ${turn}`, text: `Answer ${turn}` });
      const answer = await chat(model).invoke(messages);
      expect(answer.text).toBe(`Answer ${turn}`);
      messages.push(answer);
    }
    expect([...lastAsked(service.provider).matchAll(/(?:Question|Answer) \d/g)]).toHaveLength(19);
  });
});
