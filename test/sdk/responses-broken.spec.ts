import { createOpenAI } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { Agent, OpenAIProvider, Runner, tool as agentsTool } from '@openai/agents';
import { streamText, tool as aiTool } from 'ai';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../e2e/stream-call.js';
import { DESTROY, END, streamAnswer, type ScriptStep } from '../support/recordings/script.js';
import { UPSTREAMS } from '../support/responses-upstreams.js';
import { balanceOf, chargesOf, seedTenant, type CallRow, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

const TEXT = 'Hello there.';
const TURN = { thinking: 'Hm.', text: TEXT, calls: [{ name: 'weather', arguments: '{"city":"Oslo"}' }] };
const PARAMETERS = z.object({ city: z.string() });

/** What a client made of a stream. */
interface Outcome {
  /** It threw, told of an error, or said that the answer is not whole. */
  readonly complained: boolean;
  readonly text: string;
  /** Of the function that the answer calls. */
  readonly called: boolean;
}
interface Connection {
  readonly baseURL: string;
  readonly apiKey: string;
}
type Client = (model: string, connection: Connection) => Promise<Outcome>;

const CLIENTS: Record<string, Client> = {
  openai: async (model, connection) => {
    const tools = [{ type: 'function', name: 'weather', parameters: null, strict: false }] as const;
    const client = new OpenAI({ ...connection, maxRetries: 0 });
    const stream = client.responses.stream({ model, input: 'Hi', tools: [...tools] });
    const { status, output_text: text, output } = await stream.finalResponse();
    const called = output.some(({ type }) => type === 'function_call');
    return { text, complained: status !== 'completed', called };
  },
  'the AI SDK': async (model, connection) => {
    const { fullStream } = streamText({
      model: createOpenAI(connection)(model),
      prompt: 'Hi',
      maxRetries: 0,
      tools: { weather: aiTool({ inputSchema: PARAMETERS }) },
      onError: () => undefined,
    });
    const outcome = { text: '', complained: true, called: false };
    for await (const part of fullStream) {
      if (part.type === 'text-delta') outcome.text += part.text;
      if (part.type === 'tool-call') outcome.called = true;
      if (part.type === 'finish') outcome.complained = part.finishReason !== 'tool-calls';
    }
    return outcome;
  },
  'the Agents SDK': async (model, connection) => {
    let called = false;
    const weather = agentsTool({
      name: 'weather',
      description: 'Weather of a city',
      parameters: PARAMETERS,
      execute: () => {
        called = true;
        return 'sunny';
      },
    });
    const agent = new Agent({
      name: 'Helper',
      model,
      tools: [weather],
      toolUseBehavior: 'stop_on_first_tool',
    });
    const openAIClient = new OpenAI({ ...connection, maxRetries: 0 });
    const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }), tracingDisabled: true });
    let text = '';
    try {
      const running = await runner.run(agent, 'Hi', { stream: true, maxTurns: 1 });
      for await (const piece of running.toTextStream()) text += piece;
      await running.completed;
    } catch {
      return { text, complained: true, called };
    }
    return { text, complained: false, called };
  },
  LangChain: async (model, { apiKey, baseURL }) => {
    const chat = new ChatOpenAI({
      model,
      apiKey,
      useResponsesApi: true,
      maxRetries: 0,
      configuration: { baseURL },
    });
    const outcome = { text: '', complained: true, called: false };
    for await (const piece of await chat.stream('Hi')) {
      outcome.text += piece.text;
      // It does not throw for a response that failed, but such an answer has no status.
      if (piece.response_metadata['status'] === 'completed') outcome.complained = false;
      if (piece.tool_call_chunks?.some(({ name }) => name === 'weather')) outcome.called = true;
    }
    return outcome;
  },
};

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** The only call that has not been looked at. */
function nextCall(tenant: Tenant, known: Set<string>): Promise<CallRow> {
  return eventually(async () => {
    const rows: CallRow[] = await service.dataSource.query('SELECT * FROM calls WHERE project_id = $1', [
      tenant.projectId,
    ]);
    const fresh = rows.filter(({ id }) => !known.has(id));
    expect(fresh.length).toBeLessThan(2);
    if (fresh[0] !== undefined) known.add(fresh[0].id);
    return fresh[0];
  }, 'a row in the call log');
}

/** How many answers are kept for `previous_response_id`. */
async function keptOf({ projectId }: Tenant): Promise<number> {
  const [row] = await service.dataSource.query<{ count: string }[]>(
    'SELECT count(*) FROM stored_responses WHERE project_id = $1',
    [projectId],
  );
  return Number(row?.count);
}

const CASES = Object.entries(CLIENTS).flatMap(([name, client]) =>
  Object.entries({ 'is cut off': DESTROY, ends: END }).map(
    ([how, step]): [string, string, Client, ScriptStep] => [name, how, client, step],
  ),
);

describe.each(UPSTREAMS)('a stream of %s that breaks behind any of its events', (model, upstream) => {
  it.each(CASES)(
    'is no answer to %s, and billed by what came, when it %s',
    async (_name, _how, client, step) => {
      const tenant = await seedTenant(service.dataSource, { smartRouting: false });
      const connection = { baseURL: `${service.url}/api/v1/openai`, apiKey: tenant.apiKey };
      const known = new Set<string>();
      const events = upstream.events(TURN);
      let estimate = 0;
      let complaints = 0;
      for (let kept = 0; kept < events.length; kept += 1) {
        const behind = `behind ${kept} events`;
        service.provider.respond(upstream.path, streamAnswer(...events.slice(0, kept), step));
        const outcome = await client(model, connection).catch(() => ({
          complained: true,
          text: '',
          called: false,
        }));
        const { id, status, billed_usd: billed, detail } = await nextCall(tenant, known);
        // Where all of the answer had come, its end is not missed; and nobody may take anything else for an answer.
        if (outcome.complained) complaints += 1;
        else expect([outcome.text, outcome.called, status], behind).toEqual([TEXT, true, 200]);
        expect(await chargesOf(service.dataSource, id), behind).toEqual([`-${billed}`]);
        // The first of them may tell how long the prompt was, which was an estimate until then.
        if (kept < 2 || detail.usage?.['estimated'] !== true) continue;
        expect(Number(billed), behind).toBeGreaterThanOrEqual(estimate);
        estimate = Number(billed);
      }
      expect(estimate).toBeGreaterThan(0);
      expect(complaints).toBeGreaterThan(events.length - 4);
      expect(await keptOf(tenant)).toBe(events.length - complaints);
      expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
    },
  );
});
