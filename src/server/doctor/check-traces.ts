import { readClickHouseAddress } from '../../traces/storage/clickhouse/clickhouse-address.js';
import { nameOf } from '../../traces/storage/clickhouse/clickhouse-faults.js';
import { tablesOf } from '../../traces/storage/clickhouse/schema.js';
import { fault, ok, warning, type Finding } from './finding.js';

const ANSWER_WITHIN_MS = 5_000;
/** What the tables and statements need. */
const LEAST_MAJOR = 24;

/** Whether ClickHouse answers to who asks, and has the tables of spans. What it says itself may quote who asked: only its name is told. */
export async function checkTraces(tracesUrl: string): Promise<Finding> {
  const { url, username, password, database } = readClickHouseAddress(tracesUrl);
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  const client = createClient({
    url,
    username,
    password,
    request_timeout: ANSWER_WITHIN_MS,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const ask = async (query: string): Promise<string> => {
    const answer = await client.query({ query, format: 'JSONEachRow' });
    const [row] = await answer.json<{ said: string }>();
    return row?.said ?? '';
  };
  try {
    const version = await ask('SELECT version() AS said');
    if (Number(version.split('.')[0]) < LEAST_MAJOR)
      return fault('traces', {
        said: `ClickHouse ${version} is older than ${LEAST_MAJOR}.8`,
        wayOut: 'Upgrade ClickHouse.',
      });
    await ask(`SELECT toString(count()) AS said FROM ${tablesOf(database).traces} WHERE 0`);
    return ok('traces', `ClickHouse ${version}`);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === '60' || code === '81')
      return warning('traces', {
        said: 'TRACES_URL: ClickHouse answers, and the tables of spans are not there',
        wayOut: 'A gateway makes them at its start; let its user create databases and tables.',
      });
    return fault('traces', {
      said: `TRACES_URL: no answer (${nameOf(error)})`,
      wayOut: 'Check the address, the user and password, and that the server runs. Calls go on without it.',
    });
  } finally {
    await client.close();
  }
}
