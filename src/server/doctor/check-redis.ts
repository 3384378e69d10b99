import { fault, ok, reasonOf, type Finding } from './finding.js';

const ANSWER_WITHIN_MS = 5_000;

/** Whether Redis answers, may be written, and forgets nothing by itself. */
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
    await redis.set('gateway-doctor', '1', 'PX', 1_000);
    const memory = await redis.info('memory');
    const server = await redis.info('server');
    return judgeRedis(`${server}\n${memory}`);
  } catch (error) {
    return fault('redis', {
      said: `REDIS_URL: no answer (${reasonOf(broken ?? error)})`,
      wayOut: 'Check the address, the password, and that the server runs and may be written.',
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
