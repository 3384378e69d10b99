import { Agent, OpenAIProvider, Runner, tool, type AgentInputItem, type Tool } from '@openai/agents';
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

const WEATHER = tool({
  name: 'weather',
  description: 'Weather of a city',
  parameters: z.object({ city: z.string() }),
  execute: weatherOf,
});

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

describe.each(UPSTREAMS)('the Agents SDK with %s', (model, upstream) => {
  it('runs', async () => {
    say(service.provider, upstream, { thinking: 'Hm.', text: 'Hello there.' });
    const { finalOutput, state } = await runner.run(agentOf(model), 'Hi');
    expect(finalOutput).toBe('Hello there.');
    expect(state.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
    expect(lastAsked(service.provider)).toContain('Be brief.');
  });

  it('runs tools in parallel', async () => {
    say(service.provider, upstream, TWO_CALLS, { text: 'Both sunny.' });
    const { finalOutput } = await runner.run(agentOf(model, [WEATHER]), 'Weather?');
    expect(finalOutput).toBe('Both sunny.');
    expectTurnReplayed(service.provider, upstream);
  });

  it('streams, tools too', async () => {
    say(service.provider, upstream, TWO_CALLS, { text: 'Both sunny.' });
    const running = await runner.run(agentOf(model, [WEATHER]), 'Weather?', { stream: true });
    let text = '';
    for await (const piece of running.toTextStream()) text += piece;
    await running.completed;
    expect([text, running.finalOutput]).toEqual(['Both sunny.', 'Both sunny.']);
    expectTurnReplayed(service.provider, upstream);
  });

  it('follows a kept response', async () => {
    say(service.provider, upstream, { thinking: 'Hm.', text: 'Hello Ada.' }, { text: 'Ada.' });
    const first = await runner.run(agentOf(model), 'I am Ada.');
    const second = await runner.run(agentOf(model), 'Who am I?', {
      previousResponseId: first.lastResponseId as string,
    });
    expect(second.finalOutput).toBe('Ada.');
    expect(lastAsked(service.provider)).toMatch(/I am Ada\..*Hello Ada\..*Who am I\?/);
  });

  it('reads structured output', async () => {
    say(service.provider, upstream, { text: '{"city":"Oslo"}' });
    const agent = new Agent({ name: 'Helper', model, outputType: z.object({ city: z.string() }) });
    const { finalOutput } = await runner.run(agent, 'A city');
    expect(finalOutput).toEqual({ city: 'Oslo' });
  });

  it('shows an image and a PDF', async () => {
    say(service.provider, upstream, { text: 'A dot.' });
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
    expect(lastAsked(service.provider)).toMatch(/iVBORw0KGgo=.*JVBERi0xLjQ=/);
  });

  it('keeps up a session of ten turns', async () => {
    let history: AgentInputItem[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      history.push({ role: 'user', content: `Question ${turn}` });
      say(service.provider, upstream, { thinking: `Thought ${turn}`, text: `Answer ${turn}` });
      const result = await runner.run(agentOf(model), history);
      expect(result.finalOutput).toBe(`Answer ${turn}`);
      history = result.history;
    }
    expect([...lastAsked(service.provider).matchAll(/(?:Question|Answer) \d/g)]).toHaveLength(19);
  });
});
