import type { TestDatabase } from './test-database.js';

/** A ClickHouse server, or `test/support/clickhouse-server.mjs`, whose user may create databases. */
export const CLICKHOUSE_TEST_URL = process.env['CLICKHOUSE_TEST_URL'];

/** Where an application keeps spans while the other store is tried: a database beside its own, with the same name. */
export function tracesUrlBeside({ url }: TestDatabase): string | undefined {
  if (process.env['TEST_TRACES_STORE'] !== 'clickhouse' || CLICKHOUSE_TEST_URL === undefined)
    return undefined;
  return `${CLICKHOUSE_TEST_URL}${new URL(url).pathname}`;
}

export async function dropTracesBeside(database: TestDatabase): Promise<void> {
  const url = tracesUrlBeside(database);
  if (url !== undefined) await askClickHouse(`DROP DATABASE IF EXISTS \`${new URL(url).pathname.slice(1)}\``);
}

/** What the server itself says to a statement, as lines of tabs. */
export async function askClickHouse(statement: string): Promise<string> {
  const { host, username, password } = new URL(CLICKHOUSE_TEST_URL ?? 'clickhouse://nobody');
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(`http://${host}/`, {
    method: 'POST',
    headers: { authorization },
    body: statement,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
