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
    ...(await answering('ready', () => checkReady(url))),
    ...(await answering('status', () => checkStatus(url, adminToken, version))),
  ];
}

async function answering(check: string, ask: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await ask();
  } catch (error) {
    const said = `the gateway gives no answer to this (${reasonOf(error)}), though to /healthz`;
    const wayOut = 'Look at its log, and at what stands in front of it.';
    return [fault(check, { said, wayOut })];
  }
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
  if (status >= 500)
    return [
      fault('status', {
        said: `the gateway does not say how it stands (${status}): ${body?.error?.message ?? ''}`,
        wayOut: 'Look at its log, and at what stands in front of it.',
      }),
    ];
  if (status !== 200) return [skipped('status', `/api/v1/admin is not passed on (${status})`)];
  if (!isStatus(body))
    return [
      fault('status', {
        said: "/api/v1/admin/status answers 200 with something that is not the gateway's",
        wayOut: 'Check what the proxy sends there.',
      }),
    ];
  return judgeStatus(body, version);
}

function isStatus(body: Partial<StatusBody> | undefined): body is StatusBody {
  const { version, processes, database, queue } = body ?? {};
  return (
    typeof version === 'string' && Array.isArray(processes) && database !== undefined && queue !== undefined
  );
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
      ? ok(
          'version',
          `${theirs}, as this build; processes that have had to do with money: ${processes.length}`,
        )
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
    body: type.includes('json') ? parsed(text) : undefined,
  };
}

/** Anything may answer, also half an answer. */
function parsed(text: string): Said | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
