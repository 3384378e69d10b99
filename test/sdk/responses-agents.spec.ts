import { Agent, OpenAIProvider, Runner, tool, type AgentInputItem, type Tool } from '@openai/agents';
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

const WEATHER = tool({
  name: 'weather',
  description: 'Weather of a city',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `sunny in ${city}`,
});
const TWO_CALLS: Turn = {
  thinking: 'Two cities.',
  calls: ['Oslo', 'Rome'].map((city) => ({ name: 'weather', arguments: JSON.stringify({ city }) })),
};

let service: TestApplication;
let runner: Runner;
beforeAll(async () => {
  service = await startTestApplication();
  const { apiKey } = await seedTenant(service.dataSource, { smartRouting: false });
  const modelProvider = new OpenAIProvider({ baseURL: `${service.url}/api/v1/openai`, apiKey });
  runner = new Runner({ modelProvider, tracingDisabled: true });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

function agentOf(model: string, tools: Tool[] = []): Agent {
  return new Agent({ name: 'Helper', instructions: 'Be brief.', model, tools });
}

function say(upstream: ResponsesUpstream, ...turns: Turn[]): void {
  for (const turn of turns) service.provider.enqueue(saying(upstream, turn));
}

function lastAsked(): string {
  return service.provider.requests.at(-1)?.body.toString() ?? '';
}

describe.each([PROVIDER_B, PROVIDER_A, MARKETPLACE].map((upstream) => [upstream.model, upstream] as const))(
  'the Agents SDK with %s',
  (model, upstream) => {
    /** What it was told by tools, and what it thought, as the upstream sees it in the second turn. */
    function expectTurnReplayed(): void {
      const asked = lastAsked();
      expect([...asked.matchAll(/sunny in (\w+)/g)].map(([, city]) => city)).toEqual(['Oslo', 'Rome']);
      // It sends reasoning back without its encrypted content: that is completed from what is kept.
      if (upstream === PROVIDER_B) expect(asked).toContain(SEALED);
      if (upstream === PROVIDER_A) expect(asked).toContain(SIGNATURE);
    }

    it('runs', async () => {
      say(upstream, { thinking: 'Hm.', text: 'Hello there.' });
      const { finalOutput, state } = await runner.run(agentOf(model), 'Hi');
      expect(finalOutput).toBe('Hello there.');
      expect(state.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
      expect(lastAsked()).toContain('Be brief.');
    });

    it('runs tools in parallel', async () => {
      say(upstream, TWO_CALLS, { text: 'Both sunny.' });
      const { finalOutput } = await runner.run(agentOf(model, [WEATHER]), 'Weather?');
      expect(finalOutput).toBe('Both sunny.');
      expectTurnReplayed();
    });

    it('streams, tools too', async () => {
      say(upstream, TWO_CALLS, { text: 'Both sunny.' });
      const running = await runner.run(agentOf(model, [WEATHER]), 'Weather?', { stream: true });
      let text = '';
      for await (const piece of running.toTextStream()) text += piece;
      await running.completed;
      expect([text, running.finalOutput]).toEqual(['Both sunny.', 'Both sunny.']);
      expectTurnReplayed();
    });

    it('follows a kept response', async () => {
      say(upstream, { thinking: 'Hm.', text: 'Hello Ada.' }, { text: 'Ada.' });
      const first = await runner.run(agentOf(model), 'I am Ada.');
      const second = await runner.run(agentOf(model), 'Who am I?', {
        previousResponseId: first.lastResponseId as string,
      });
      expect(second.finalOutput).toBe('Ada.');
      expect(lastAsked()).toMatch(/I am Ada\..*Hello Ada\..*Who am I\?/);
    });

    it('reads structured output', async () => {
      say(upstream, { text: '{"city":"Oslo"}' });
      const agent = new Agent({ name: 'Helper', model, outputType: z.object({ city: z.string() }) });
      const { finalOutput } = await runner.run(agent, 'A city');
      expect(finalOutput).toEqual({ city: 'Oslo' });
    });

    it('shows an image and a PDF', async () => {
      say(upstream, { text: 'A dot.' });
      const { finalOutput } = await runner.run(agentOf(model), [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', image: 'data:image/png;base64,iVBORw0KGgo=' },
            { type: 'input_file', file: 'data:application/pdf;base64,JVBERi0xLjQ=', filename: 'a.pdf' },
          ],
        },
      ]);
      expect(finalOutput).toBe('A dot.');
      expect(lastAsked()).toMatch(/iVBORw0KGgo=.*JVBERi0xLjQ=/);
    });

    it('keeps up a session of ten turns', async () => {
      let history: AgentInputItem[] = [];
      for (let turn = 0; turn < 10; turn += 1) {
        history.push({ role: 'user', content: `Question ${turn}` });
        say(upstream, { thinking: `Thought ${turn}`, text: `Answer ${turn}` });
        const result = await runner.run(agentOf(model), history);
        expect(result.finalOutput).toBe(`Answer ${turn}`);
        history = result.history;
      }
      expect([...lastAsked().matchAll(/(?:Question|Answer) \d/g)]).toHaveLength(19);
    });
  },
);
