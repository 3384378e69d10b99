import { request } from 'undici';
import type { UpstreamId } from '../../catalog/catalog-model.js';
import type { Settings } from '../../config/settings.js';
import { accountsOf, type ProviderAccount } from '../../upstreams/accounts/provider-account.js';
import { FREE_PATHS } from '../../upstreams/own-keys/try-provider-key.service.js';
import { fault, ok, reasonOf, skipped, warning, type Finding } from './finding.js';
import { judgeClock } from './judge-clock.js';

const ANSWER_WITHIN_MS = 10_000;
/** An HTTP date has whole seconds. */
const DATE_EXACT_TO_MS = 1_000;
/** Where a call is free; a provider that speaks chat completions lists its models. */
const PATHS: Partial<Readonly<Record<UpstreamId, string>>> = FREE_PATHS;
const MODELS_PATH = '/models';

/** Much more than lists of models have. */
const MAX_READ_BYTES = 4 * 1_048_576;

interface FreeAnswer {
  readonly status: number;
  /** As every provider's; a page of some other server is none. */
  readonly isJson: boolean;
  readonly date: string | undefined;
  readonly tookMs: number;
}

/** A free call with each account's key: its provider knows it, and can be reached from here. */
export async function checkProviders(settings: Settings, nowMs = Date.now): Promise<Finding[]> {
  const accounts = [...accountsOf(settings, undefined).values()].flat();
  if (accounts.length === 0)
    return [
      skipped('providers', 'no provider key is set: simulated providers answer unless SIMULATOR is off'),
    ];
  return (await Promise.all(accounts.map((account) => checkAccount(account, nowMs)))).flat();
}

async function checkAccount(account: ProviderAccount, nowMs: () => number): Promise<Finding[]> {
  const check = `provider ${account.provider}/${account.name}`;
  try {
    const answer = await ask(account, nowMs);
    return [judgeAnswer(check, answer), ...clockOf(account.provider, answer, nowMs())];
  } catch (error) {
    const wayOut = `Let this machine reach ${account.origin} (names, firewall, proxy, certificates).`;
    return [fault(check, { said: `cannot be reached (${reasonOf(error)})`, wayOut })];
  }
}

async function ask(account: ProviderAccount, nowMs: () => number): Promise<FreeAnswer> {
  const path = PATHS[account.provider] ?? MODELS_PATH;
  const startedMs = nowMs();
  const { statusCode, headers, body } = await request(`${account.origin}${account.basePath}${path}`, {
    headers: account.wholeHeaders,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const isJson = isObject(await readText(body));
  const { date } = headers;
  return {
    status: statusCode,
    isJson,
    date: typeof date === 'string' ? date : undefined,
    tookMs: nowMs() - startedMs,
  };
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_READ_BYTES) return '';
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** Exported for its table of tests. */
export function judgeAnswer(check: string, { status, isJson, tookMs }: Omit<FreeAnswer, 'date'>): Finding {
  if (status < 300 && isJson) return ok(check, `takes the key (${tookMs} ms)`);
  if (status < 300)
    return warning(check, {
      said: `answers a free call with ${status} and something that is no JSON, so that the key was not checked`,
      wayOut: 'Check that the base address is right, and that nothing answers in its place.',
    });
  if (status === 401 || status === 403)
    return fault(check, {
      said: `refuses the key (${status})`,
      wayOut: 'Set a key that is valid there and may use models.',
    });
  if (status === 429)
    return warning(check, {
      said: 'is out of quota or limits the rate (429)',
      wayOut: 'Look at the account there.',
    });
  if (status >= 500)
    return warning(check, {
      said: `has trouble of its own (${status})`,
      wayOut: "Look at the provider's status page.",
    });
  return warning(check, {
    said: `answers a free call with ${status}, so that the key was not checked`,
    wayOut: 'Check that the base address is right.',
  });
}

function clockOf(provider: UpstreamId, { date, tookMs }: FreeAnswer, endedMs: number): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const found = judgeClock('clock', {
    // Cut to whole seconds, so half a second too early on the average.
    differenceMs: theirs + DATE_EXACT_TO_MS / 2 - (endedMs - tookMs / 2),
    exactToMs: DATE_EXACT_TO_MS + tookMs / 2,
    whose: `${provider}'s`,
  });
  return found.state === 'ok' ? [] : [found];
}
