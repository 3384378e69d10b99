import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeProvider, type RecordedRequest } from '../support/fake-provider.js';
import { anthropicError, anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { HANG, jsonAnswer, script } from '../support/recordings/script.js';
import { AdminClient } from './admin-client.js';
import { HELLO, openRaw } from './messages-call.js';
import { GatewayProcess } from './process-gateway.js';
import { eachOnItsOwnSite } from './process-site.js';
import { eventually } from './stream-call.js';

const RUN_MS = 300_000;

interface Process {
  readonly gateway: GatewayProcess;
  readonly url: string;
  readonly adminToken: string;
}

let provider: FakeProvider;
let processes: Process[];
let operator: AdminClient;
let apiKey: string;

beforeEach(async () => {
  provider = await FakeProvider.start();
});
afterEach(() => provider.close());
const site = eachOnItsOwnSite();
beforeEach(async () => {
  processes = [await serve()];
  processes.push(await serve());
  const [{ url, adminToken }] = processes as [Process];
  operator = new AdminClient(url, adminToken);
  const organizationId = await operator.createOrganization();
  await operator.patch(`/organizations/${organizationId}`, { rate_limits: { inference: 'unlimited' } });
  await operator.post(`/organizations/${organizationId}/credits`, { amount_usd: 1_000 });
  const projectId = await operator.createProject(organizationId);
  apiKey = String((await operator.post(`/projects/${projectId}/keys`, { name: 'Test' })).body.key);
}, RUN_MS);

async function serve(): Promise<Process> {
  const gateway = GatewayProcess.start(
    {
      DATABASE_URL: site.database.url,
      PROVIDER_A_BASE_URL: `${provider.url}/a`,
      PROVIDER_A_API_KEYS: 'main=sk-main,backup=sk-backup',
    },
    site.directory.path,
  );
  const { url, adminToken } = await gateway.welcome();
  return { gateway, url, adminToken };
}

const isMain = ({ headers }: RecordedRequest): boolean => headers['x-api-key'] === 'sk-main';
const ofMain = (): RecordedRequest[] => provider.requests.filter(isMain);
const outages = async (): Promise<number> =>
  Number((await site.db.query<{ count: string }>('SELECT count(*) FROM provider_outages')).rows[0]?.count);

const stateIn = async ({ url, adminToken }: Process): Promise<unknown> => {
  const { body } = await new AdminClient(url, adminToken).get('/providers');
  return (body.data as { name: string; state: string }[]).find(({ name }) => name === 'main')?.state;
};

async function ask({ url }: Process): Promise<number> {
  const answer = await openRaw(url, { apiKey, body: HELLO });
  await answer.whole();
  return answer.status;
}

/** `main` says that it is busy and may be asked again at once; every process knows that it is out. */
async function leaveMainOut(): Promise<void> {
  provider.respond(
    isMain,
    jsonAnswer(anthropicError('rate_limit_error'), { status: 429, headers: { 'retry-after': '0' } }),
  );
  const [first] = processes as [Process];
  await eventually(
    async () => ((await ask(first)) === 200 && ofMain().length > 0 ? true : undefined),
    'a 429',
  );
  for (const one of processes)
    await eventually(async () => ((await stateIn(one)) === 'healthy' ? undefined : true), 'an outage');
}

/** Calls until the provider was asked for `main` again, which takes its time. @returns whose call that is */
async function untilTried(asked: readonly Process[]): Promise<Process> {
  const before = ofMain().length;
  const isTried = (): boolean => ofMain().length > before;
  const call = async (one: Process): Promise<void> => {
    while (!isTried()) {
      const answered = ask(one);
      // The call that tries it is answered by nobody: it is over with its process.
      answered.catch(() => undefined);
      await Promise.race([answered, eventually(() => (isTried() ? true : undefined), 'a trial')]);
    }
  };
  await Promise.all(asked.map(call));
  for (const one of asked) if ((await stateIn(one)) === 'probing') return one;
  throw new Error('nobody tries it');
}

describe('an account that is out, over two processes', () => {
  it(
    'is tried by one call of one process; when that is killed another takes the trial over',
    async () => {
      await leaveMainOut();
      provider.respond(isMain, script(HANG));
      const before = ofMain().length;
      const trying = await untilTried(processes);
      // Whatever else is called goes to the other account.
      const others = processes.flatMap((one) => Array.from({ length: 40 }, () => ask(one)));
      expect(new Set(await Promise.all(others))).toEqual(new Set([200]));
      expect(ofMain()).toHaveLength(before + 1);
      trying.gateway.signal('SIGKILL');
      await trying.gateway.exited;
      const survivors = processes.filter((one) => one !== trying);
      expect(survivors).toHaveLength(1);
      expect(await Promise.all(survivors.map(ask))).toEqual([200]);
      expect(ofMain()).toHaveLength(before + 1);
      // Its half a minute is over.
      await site.db.query('UPDATE provider_outages SET trial_until = now()');
      provider.respond(isMain, jsonAnswer(anthropicMessage()));
      for (const one of survivors)
        await eventually(async () => {
          expect(await ask(one)).toBe(200);
          return (await stateIn(one)) === 'healthy' ? true : undefined;
        }, 'an account in use again');
      expect(await outages()).toBe(0);
    },
    RUN_MS,
  );

  it(
    'is in use in both as soon as the trial of one has found it well, and is known to a process that starts meanwhile',
    async () => {
      await leaveMainOut();
      processes.push(await serve());
      const [first, , third] = processes as [Process, Process, Process];
      expect(await stateIn(third)).not.toBe('healthy');
      provider.respond(isMain, jsonAnswer(anthropicMessage()));
      await eventually(async () => {
        expect(await ask(first)).toBe(200);
        return (await stateIn(first)) === 'healthy' ? true : undefined;
      }, 'an account in use again');
      for (const one of processes)
        await eventually(
          async () => ((await stateIn(one)) === 'healthy' ? true : undefined),
          'the news of it',
        );
      expect(await outages()).toBe(0);
    },
    RUN_MS,
  );

  it(
    'is tried although the clock of the database was set back by hours meanwhile',
    async () => {
      await leaveMainOut();
      provider.respond(isMain, jsonAnswer(anthropicMessage()));
      await site.db.query(
        `UPDATE provider_outages SET out_until = out_until + interval '3 hours', trial_until = trial_until + interval '3 hours'`,
      );
      const [first] = processes as [Process];
      await eventually(async () => {
        expect(await ask(first)).toBe(200);
        return (await stateIn(first)) === 'healthy' ? true : undefined;
      }, 'an account in use again');
    },
    RUN_MS,
  );
});
