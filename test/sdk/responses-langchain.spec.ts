import { AIMessageChunk, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  MARKETPLACE,
  PROVIDER_A,
  PROVIDER_B,
  saying,
  SEALED,
  SIGNATURE,
  type ResponsesUpstream,
  type Turn,
} from '../support/responses-upstreams.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

const WEATHER = tool(({ city }) => `sunny in ${city}`, {
  name: 'weather',
  description: 'Weather of a city',
  schema: z.object({ city: z.string() }),
});
const TWO_CALLS: Turn = {
  thinking: 'Two cities.',
  calls: ['Oslo', 'Rome'].map((city) => ({ name: 'weather', arguments: JSON.stringify({ city }) })),
};

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

function say(upstream: ResponsesUpstream, ...turns: Turn[]): void {
  for (const turn of turns) service.provider.enqueue(saying(upstream, turn));
}

function lastAsked(): string {
  return service.provider.requests.at(-1)?.body.toString() ?? '';
}

describe.each([PROVIDER_B, PROVIDER_A, MARKETPLACE].map((upstream) => [upstream.model, upstream] as const))(
  'LangChain with %s',
  (model, upstream) => {
    /** What it was told by tools, and what it thought, as the upstream sees it in the second turn. */
    function expectTurnReplayed(): void {
      const asked = lastAsked();
      expect([...asked.matchAll(/sunny in (\w+)/g)].map(([, city]) => city)).toEqual(['Oslo', 'Rome']);
      if (upstream === PROVIDER_B) expect(asked).toContain(SEALED);
      if (upstream === PROVIDER_A) expect(asked).toContain(SIGNATURE);
    }

    async function runTools(call: AIMessageChunk): Promise<BaseMessage[]> {
      const results = await Promise.all(
        (call.tool_calls ?? []).map((each) => WEATHER.invoke(each) as Promise<ToolMessage>),
      );
      return [new HumanMessage('Weather?'), call, ...results];
    }

    it('invokes', async () => {
      say(upstream, { thinking: 'Hm.', text: 'Hello there.' });
      const answer = await chat(model).invoke('Hi');
      expect([answer.text, answer.usage_metadata?.input_tokens]).toEqual(['Hello there.', 10]);
    });

    it('streams', async () => {
      say(upstream, { thinking: 'Hm.', text: 'Hello there.' });
      let text = '';
      for await (const piece of await chat(model).stream('Hi')) text += piece.text;
      expect(text).toBe('Hello there.');
    });

    it('runs tools in parallel', async () => {
      say(upstream, TWO_CALLS, { text: 'Both sunny.' });
      const bound = chat(model).bindTools([WEATHER]);
      const call = await bound.invoke('Weather?');
      expect((await bound.invoke(await runTools(call))).text).toBe('Both sunny.');
      expectTurnReplayed();
    });

    it('runs tools in parallel, streamed', async () => {
      say(upstream, TWO_CALLS, { text: 'Both sunny.' });
      const bound = chat(model).bindTools([WEATHER]);
      let call: AIMessageChunk | undefined;
      for await (const piece of await bound.stream('Weather?')) call = call?.concat(piece) ?? piece;
      if (call === undefined) throw new Error('nothing was streamed');
      expect((await bound.invoke(await runTools(call))).text).toBe('Both sunny.');
      expectTurnReplayed();
    });

    it('reads structured output', async () => {
      say(upstream, { text: '{"city":"Oslo"}' });
      const structured = chat(model).withStructuredOutput(z.object({ city: z.string() }), { name: 'place' });
      expect(await structured.invoke('A city')).toEqual({ city: 'Oslo' });
    });

    it('shows an image and a PDF', async () => {
      say(upstream, { text: 'A dot.' });
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
      expect(lastAsked()).toMatch(/iVBORw0KGgo=.*JVBERi0xLjQ=/);
    });

    it('keeps up a session of ten turns', async () => {
      const messages: BaseMessage[] = [];
      for (let turn = 0; turn < 10; turn += 1) {
        messages.push(new HumanMessage(`Question ${turn}`));
        say(upstream, { thinking: `Thought ${turn}`, text: `Answer ${turn}` });
        const answer = await chat(model).invoke(messages);
        expect(answer.text).toBe(`Answer ${turn}`);
        messages.push(answer);
      }
      expect([...lastAsked().matchAll(/(?:Question|Answer) \d/g)]).toHaveLength(19);
    });
  },
);
