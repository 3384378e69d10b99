import { request } from 'undici';
import { fault, ok, reasonOf, skipped, warning, type Finding } from './finding.js';

const ANSWER_WITHIN_MS = 10_000;

export interface GatewayAddress {
  readonly url: string;
  /** Undefined: not known here. */
  readonly adminToken: string | undefined;
  /** Of this build. */
  readonly version: string;
}

/** What may be said by the three that are asked; anything may be missing, for anything may listen there. */
type Said = Partial<StatusBody> & {
  readonly status?: string;
  readonly error?: { readonly message?: string };
};

interface Answer {
  readonly status: number;
  readonly body: Said | undefined;
  readonly type: string;
}

/** The running service as its clients see it, through whatever stands in front. */
export async function checkGateway({ url, adminToken, version }: GatewayAddress): Promise<Finding[]> {
  let health: Answer;
  try {
    health = await get(`${url}/healthz`);
  } catch (error) {
    const wayOut = 'Start it, or name its address with --url.';
    return [fault('gateway', { said: `${url} does not answer (${reasonOf(error)})`, wayOut })];
  }
  if (health.status !== 200 || health.body?.status !== 'ok')
    return [
      fault('gateway', {
        said: `${url}/healthz answers ${health.status} and is not the gateway's`,
        wayOut: 'Check what listens there, and that the proxy passes /healthz on.',
      }),
    ];
  return [
    ok('gateway', `${url} answers`),
    ...(await checkReady(url)),
    ...(await checkStatus(url, adminToken, version)),
  ];
}

async function checkReady(url: string): Promise<Finding[]> {
  const ready = await get(`${url}/readyz`);
  if (ready.status === 200) return [ok('ready', 'takes calls')];
  // A proxy may keep probes of single processes to itself.
  if (ready.status === 404) return [skipped('ready', '/readyz is not passed on')];
  return [
    fault('ready', {
      said: `takes no calls (${ready.status}): ${ready.body?.error?.message ?? ''}`,
      wayOut: 'Mend what it names; it is ready by itself then.',
    }),
  ];
}

async function checkStatus(url: string, adminToken: string | undefined, version: string): Promise<Finding[]> {
  if (adminToken === undefined) return [skipped('status', 'ADMIN_TOKEN is not known here')];
  const { status, body } = await get(`${url}/api/v1/admin/status`, { authorization: `Bearer ${adminToken}` });
  if (status === 401)
    return [
      fault('status', {
        said: 'the gateway refuses ADMIN_TOKEN',
        wayOut: 'Set the token that it was started with.',
      }),
    ];
  if (status !== 200) return [skipped('status', `/api/v1/admin is not passed on (${status})`)];
  return judgeStatus(body as StatusBody, version);
}

interface StatusBody {
  readonly version: string;
  readonly processes: readonly unknown[];
  readonly database: { readonly state: string; readonly changes_heard: boolean };
  readonly queue: { readonly kind: string; readonly state: string };
}

/** Exported for its table of tests. */
export function judgeStatus(
  { version: theirs, processes, database, queue }: StatusBody,
  version: string,
): Finding[] {
  const findings = [
    theirs === version
      ? ok('version', `${theirs}, as this build; ${processes.length} processes`)
      : warning('version', {
          said: `${theirs} runs there, and this build is ${version}`,
          wayOut: 'Finish the upgrade, or ask with the build that runs.',
        }),
  ];
  if (database.state !== 'up' || !database.changes_heard)
    findings.push(
      fault('its database', {
        said: 'is not there for the gateway',
        wayOut: 'Let the gateway reach its database.',
      }),
    );
  if (queue.state !== 'up')
    findings.push(
      warning('its queue', {
        said: `${queue.kind} is not there for the gateway`,
        wayOut: 'Let the gateway reach Redis.',
      }),
    );
  return findings;
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await request(url, { headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  const type = String(answer.headers['content-type'] ?? '');
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    type,
    body: type.includes('json') ? (JSON.parse(text) as Said) : undefined,
  };
}
