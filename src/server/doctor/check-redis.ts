import { fault, ok, reasonOf, type Finding } from './finding.js';

const ANSWER_WITHIN_MS = 5_000;

/** Limits and jobs are kept by scripts, which an account may be forbidden though it may write. */
const WRITE = "return redis.call('SET', KEYS[1], '1', 'PX', 1000)";

/** Whether Redis answers, may be written as the gateway does, and forgets nothing by itself. */
export async function checkRedis(url: string): Promise<Finding> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let broken: unknown;
  redis.on('error', (error) => (broken = error));
  try {
    await redis.connect();
    await redis.eval(WRITE, 1, 'gateway-doctor');
    const memory = await redis.info('memory');
    const server = await redis.info('server');
    // Such as a database of a number that it has not: the client says so, and goes on in another one.
    if (broken !== undefined) throw broken as Error;
    return judgeRedis(`${server}\n${memory}`);
  } catch (error) {
    return fault('redis', {
      said: `REDIS_URL: it cannot be used (${reasonOf(broken ?? error)})`,
      wayOut:
        'Check the address with its password and number of a database, that the server runs and has memory left, and that the account may write and run scripts.',
    });
  } finally {
    redis.disconnect();
  }
}

/** Exported for its table of tests. @param info what `INFO` says */
export function judgeRedis(info: string): Finding {
  const read = (name: string): string => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';
  const policy = read('maxmemory_policy');
  const server = `Redis ${read('redis_version')}`;
  if (policy === 'noeviction' || policy === '') return ok('redis', server);
  return fault('redis', {
    said: `${server} evicts (maxmemory-policy ${policy}): jobs and limits would vanish`,
    wayOut: 'Set maxmemory-policy noeviction.',
  });
}
