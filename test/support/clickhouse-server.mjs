// A server for tests that speaks the part of ClickHouse's HTTP interface that the gateway uses, over ClickHouse's own engine (chdb):
// every statement is run for real. `node test/support/clickhouse-server.mjs <folder with node_modules/chdb>` prints its address.
// The engine takes one statement at a time, and this is one process: it tells nothing of a real server's speed or of replicas.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const USER = 'tester';
const PASSWORD = 'secret-of-the-tester';
const MAX_HEAD_BYTES = 1_048_576;
/** Parameters of the interface itself; every other one is a setting, or `param_…`. */
const OF_INTERFACE = new Set([
  'query',
  'query_id',
  'database',
  'session_id',
  'role',
  'user',
  'password',
  'default_format',
]);
/** Settings of the interface, which the engine alone does not have. */
const WITHOUT_ENGINE = new Set([
  'wait_end_of_query',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
]);
/** The interface's status for an error; any other is 500. */
const STATUSES = { 60: 404, 62: 400, 81: 404, 159: 408, 192: 403, 202: 503, 497: 403, 516: 403 };

const { Session } = createRequire(join(resolve(process.argv[2] ?? '.'), 'package.json'))('chdb');
const folder = mkdtempSync(join(tmpdir(), 'clickhouse-'));
const session = new Session(join(folder, 'data'));
let statements = 0;

class Exception extends Error {
  constructor(code, type, message) {
    super(`Code: ${code}. DB::Exception: ${message} (${type})`);
    this.clickhouseCode = code;
  }
}

function quote(text) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\0', '\\0')}'`;
}

/** `SET` is for all statements after it, and each request sets all that it needs. */
function settingsOf(search) {
  const sets = [];
  for (const [name, value] of search) {
    if (OF_INTERFACE.has(name) || WITHOUT_ENGINE.has(name)) continue;
    if (!/^\w+$/.test(name)) throw new Exception(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'`);
    sets.push(`SET ${name} = ${quote(value)};`);
  }
  return sets.join(' ');
}

function checkUser({ headers }, search) {
  const [, basic = ''] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
  const [user, password] = basic === '' ? [] : Buffer.from(basic, 'base64').toString().split(/:(.*)/s);
  const name = user ?? headers['x-clickhouse-user'] ?? search.get('user') ?? 'default';
  const word = password ?? headers['x-clickhouse-key'] ?? search.get('password') ?? '';
  if (name !== USER || word !== PASSWORD)
    throw new Exception(
      516,
      'AUTHENTICATION_FAILED',
      `${name}: Authentication failed: password is incorrect, or there is no user with such name.`,
    );
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** Data of an insert goes through a file: statements are text, and data need not be. */
async function run(search, body) {
  const given = search.get('query');
  const settings = settingsOf(search);
  if (given === null) return session.queryAsync(`${settings} ${body.toString()}`, { format: 'TabSeparated' });
  const insert = /^INSERT INTO (.+) FORMAT (\w+)\s*$/.exec(given);
  if (insert === null) return session.queryAsync(`${settings} ${given}\n${body.toString()}`);
  const [, table, format] = insert;
  const file = join(folder, randomUUID());
  writeFileSync(file, body);
  try {
    return await session.queryAsync(
      `${settings} INSERT INTO ${table} FROM INFILE ${quote(file)} FORMAT ${format}`,
    );
  } finally {
    rmSync(file);
  }
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/ping') return response.end('Ok.\n');
  if (pathname === '/statements') return response.end(String(statements));
  response.setHeader('X-ClickHouse-Server-Display-Name', 'test');
  response.setHeader('X-ClickHouse-Query-Id', searchParams.get('query_id') ?? randomUUID());
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  try {
    const body = await bodyOf(request);
    checkUser(request, searchParams);
    statements += 1;
    const result = await run(searchParams, body);
    const bytes = Buffer.from(result.bytes());
    response.setHeader(
      'X-ClickHouse-Summary',
      JSON.stringify({ read_rows: String(result.rowsRead), read_bytes: String(result.bytesRead) }),
    );
    if (searchParams.get('enable_http_compression') !== '1') return response.end(bytes);
    response.setHeader('Content-Encoding', 'gzip');
    return response.end(gzipSync(bytes));
  } catch (error) {
    const code = error.clickhouseCode ?? Number(/Code: (\d+)/.exec(error.message)?.[1] ?? 1002);
    response.statusCode = STATUSES[code] ?? 500;
    response.setHeader('X-ClickHouse-Exception-Code', String(code));
    return response.end(`${error.message}\n`);
  }
}

const server = createServer(
  { maxHeaderSize: MAX_HEAD_BYTES },
  (request, response) => void answer(request, response),
);
server.listen(Number(process.argv[3] ?? 0), '127.0.0.1', () => {
  console.log(`clickhouse://${USER}:${PASSWORD}@127.0.0.1:${server.address().port}`);
});

function stop() {
  server.closeAllConnections();
  server.close(() => {
    session.close();
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
