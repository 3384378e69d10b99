import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';

/** Of each kind: more than there are connections, which have classes of their own. */
const CALLS = 32;
/** Connections are as many as there are kinds, and some more where a slow client opens some anew. */
const MADE_BY_CONNECTIONS = 24;
/** The engine knows all shapes after these. */
const WARM_UP = 8;
/** Lets the engine's log of hidden classes begin in the middle of a run; from the start it would hold all that loading makes. */
const LISTEN = `data:text/javascript,import{setFlagsFromString as set}from'node:v8';
process.on('SIGUSR2',()=>{set('--log-maps');console.log('classes are logged')})`.replace('\n', '');

const HISTORY = [
  { role: 'user', content: 'Hi! I am thinking about a week by the sea in April.' },
  { role: 'assistant', content: 'That sounds lovely. Do you prefer quiet villages or a town?' },
  { role: 'user', content: 'A quiet village, please. What would you do there on a rainy day?' },
];
const USAGE = { stream: true, stream_options: { include_usage: true } };

const chat = (more: object): [string, object] => [
  '/route/chat/completions',
  { model: 'vendorb/gpt-4o-mini', messages: HISTORY, ...more },
];
const responses = (more: object): [string, object] => [
  '/route/responses',
  { model: 'vendorb/gpt-4o-mini', input: HISTORY, ...more },
];
const messages = (more: object): [string, object] => [
  '/messages',
  { model: 'vendora/claude-haiku-4-5', max_tokens: 64, messages: HISTORY, ...more },
];
const OF_A = { model: 'vendora/claude-haiku-4-5' };

type Kind = readonly [path: string, body: object, headers?: Record<string, string>];

const KINDS: readonly Kind[] = [
  chat({ temperature: 0.7 }),
  [...chat({ user: 'ada', metadata: { feature: 'search' } }), { 'x-svc-tags': 'team-a,team-b' }],
  chat({ model: 'auto' }),
  chat(USAGE),
  chat(OF_A),
  chat({ ...OF_A, ...USAGE }),
  messages({}),
  messages({ stream: true }),
  responses({ store: false }),
  responses({ store: true }),
  responses({ store: false, stream: true }),
  responses({ ...OF_A, store: false }),
  responses({ ...OF_A, store: false, stream: true }),
  ['/route/embeddings', { model: 'vendorb/text-embedding-3-small', input: 'By the sea.' }],
];

let database: TestDatabase;
let directory: ReturnType<typeof temporaryDirectory>;

beforeAll(async () => {
  buildGateway();
  database = await createTestDatabase();
  directory = temporaryDirectory();
});
afterAll(async () => {
  await GatewayProcess.endAll();
  await database.drop();
  directory.remove();
});

/** Members that came to a new hidden class about as often as there were calls of a kind. */
function madeAnew(log: string): string[] {
  const times = new Map<string, number>();
  for (const line of log.split('\n')) {
    const [event, kind, , , , , row, column, reason, name] = line.split(',');
    if (event !== 'map') continue;
    const what = `${kind} at ${row}:${column} (${reason}) ${name}`;
    times.set(what, (times.get(what) ?? 0) + 1);
  }
  return [...times]
    .filter(([, count]) => count >= MADE_BY_CONNECTIONS)
    .map(([what, count]) => `${count} × ${what}`);
}

describe('hidden classes', () => {
  it('are made anew by no kind of call', async () => {
    const log = path.join(directory.path, 'classes.log');
    const engine = ['--log', `--logfile=${log}`, '--no-logfile-per-isolate', '--import', LISTEN];
    const gateway = GatewayProcess.start({ DATABASE_URL: database.url, SIMULATOR: 'on' }, directory.path, {
      engine,
    });
    const { url, apiKey } = await gateway.welcome();
    const call = async ([where, body, headers]: Kind): Promise<void> => {
      const answer = await fetch(new URL(`/api/v1${where}`, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...headers },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
    };
    const callAll = (times: number): Promise<unknown> =>
      Promise.all(
        KINDS.map(async (kind) => {
          for (let turn = 0; turn < times; turn += 1) await call(kind);
        }),
      );
    await callAll(WARM_UP);
    gateway.signal('SIGUSR2');
    await gateway.said(/classes are logged/);
    await callAll(CALLS);
    gateway.signal('SIGTERM');
    await gateway.exited;
    expect(madeAnew(readFileSync(log, 'latin1'))).toEqual([]);
  });
});
