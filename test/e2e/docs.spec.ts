import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly { name: string; in: string }[];
  readonly requestBody?: { content: Record<string, { schema?: object }> };
  readonly responses: Record<string, { description?: string; content?: Record<string, { schema?: object }> }>;
}

interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, { properties?: object }>; securitySchemes: object };
}

const OPEN_PATHS = ['/healthz', '/readyz'];
/** What surfaces stand under: that these are named introduces none of them. */
const BASES = ['route', 'openai'];

let application: TestApplication;
let document: OpenApiDocument;

beforeAll(async () => {
  application = await startTestApplication();
  document = (await (await fetch(`${application.url}/docs-json`)).json()) as OpenApiDocument;
});
afterAll(() => application.stop());

function operations(): { name: string; method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Every route of the router itself, read from its printed tree: four characters of indent a level. */
function registeredRoutes(): string[] {
  const tree = application.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
  const prefixes: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/u.exec(line);
    if (match === null) return [];
    const depth = (match[1] ?? '').length / 4;
    prefixes.length = depth;
    prefixes.push(match[2] ?? '');
    const path = prefixes.join('');
    return (match[3] ?? '').split(', ').flatMap((method) => (method === '' ? [] : [`${method} ${path}`]));
  });
}

describe('the page at /docs', () => {
  it('is Swagger UI, and everything that it loads is there', async () => {
    const answer = await fetch(`${application.url}/docs`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const html = await answer.text();
    expect(html).toContain('swagger-ui');
    const assets = [...html.matchAll(/(?:src|href)="(\.?\/[^"]+)"/g)].map(([, asset]) => asset ?? '');
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      const loaded = await fetch(new URL(asset, `${application.url}/docs`));
      expect([asset, loaded.status]).toEqual([asset, 200]);
      expect((await loaded.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  it.each(['/docs', '/docs/', '/docs-json', '/healthz', '/readyz'])('%s takes no key', async (path) => {
    const answer = await fetch(`${application.url}${path}`, { headers: { authorization: 'Bearer nobody' } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });
});

describe('the OpenAPI document', () => {
  it('lists every route of the service, and no other', () => {
    // The router prints the names that a parameter has in several routes as one: only the shape is compared.
    const documented = operations().map(({ name }) => name.replace(/\{\w+\}/g, '{}'));
    const registered = registeredRoutes()
      .filter((route) => !/^(HEAD|OPTIONS) /.test(route) && !/^GET \/(?:docs|console)/.test(route))
      .map((route) => route.replace(/:\w+(?:\|:\w+)*/g, '{}'));
    expect(registered.length).toBeGreaterThan(25);
    expect(documented.sort()).toEqual(registered.sort());
  });

  it('has a summary, a tag and a schema for what each route takes and answers', () => {
    for (const { name, method, path, operation } of operations()) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/\w{3}/)]);
      expect([name, operation.tags?.length]).toEqual([name, 1]);
      const answers = Object.values(
        (operation.responses['200'] ?? operation.responses['201'])?.content ?? {},
      );
      expect([name, answers.map(({ schema }) => schema !== undefined)]).toEqual([
        name,
        expect.arrayContaining([true]),
      ]);
      if (['POST', 'PUT', 'PATCH'].includes(method)) {
        const body = Object.values(operation.requestBody?.content ?? {})[0];
        expect([name, body?.schema]).toEqual([name, expect.any(Object)]);
      }
      for (const [, parameter] of path.matchAll(/\{(\w+)\}/g))
        expect([name, operation.parameters]).toEqual([
          name,
          expect.arrayContaining([expect.objectContaining({ name: parameter, in: 'path' })]),
        ]);
    }
  });

  it('says for each route but the probes which credential it takes, and what refuses it', () => {
    for (const { name, path, operation } of operations()) {
      if (OPEN_PATHS.includes(path)) expect([name, operation.security]).toEqual([name, undefined]);
      else {
        const schemes = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
        expect([name, schemes.length]).not.toEqual([name, 0]);
        for (const scheme of schemes) expect(document.components.securitySchemes).toHaveProperty(scheme);
        // A signed address is refused as a whole, not its sender.
        const refusal = JSON.stringify(operation.security).includes('uploadSignature') ? '403' : '401';
        expect([name, operation.responses[refusal]?.description]).toEqual([
          name,
          expect.stringContaining('code'),
        ]);
      }
    }
  });

  it('introduces every surface that it has', () => {
    const { description } = (document as unknown as { info: { description: string } }).info;
    const introduced = [...description.matchAll(/\/(?:api\/v1\/)?([a-z]+(?:\/[a-z]+)*)/g)].map(
      ([, path]) => path,
    );
    const isIntroduced = (path: string): boolean =>
      introduced.some((known = '') => known === path || (!BASES.includes(known) && path.startsWith(known)));
    for (const path of Object.keys(document.paths)) {
      const plain = path.replace(/^\/(?:api\/v1\/)?/, '');
      const asOpenAi = plain.replace(/^route\//, 'openai/');
      expect([path, isIntroduced(plain) || isIntroduced(asOpenAi)]).toEqual([path, true]);
    }
  });

  it('has every schema that it refers to', () => {
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).toHaveProperty(name ?? '');
  });

  it('names the type of every field of a request', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const [field, property] of Object.entries(schema.properties ?? {})) {
        const described = ['type', 'oneOf', 'anyOf', 'allOf', '$ref', 'enum'].some((key) => key in property);
        expect([name, field, described]).toEqual([name, field, true]);
      }
    }
  });

  it('names the figures that a refusal at a limit has beside its code', () => {
    const refusals = operations().flatMap(({ name, operation: { responses } }) =>
      responses['402']?.description?.includes('key_limit_reached') === true
        ? [{ name, answer: responses['402'] }]
        : [],
    );
    expect(refusals.length).toBeGreaterThan(5);
    for (const { name, answer } of refusals)
      for (const { schema } of Object.values(answer.content ?? {}))
        for (const figure of ['limit_usd', 'spent_usd', 'resets_at', 'estimate_usd'])
          expect([name, JSON.stringify(schema)]).toEqual([name, expect.stringContaining(figure)]);
  });

  it('names every code that the service can answer with', () => {
    const text = JSON.stringify(document);
    const missing = codesInSources().filter((code) => !new RegExp(`\\b${code}\\b`).test(text));
    expect(missing).toEqual([]);
  });

  it('names no code that nothing answers with', () => {
    const written = writtenWords();
    const documented = operations().flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ description = '' }) =>
        [...description.matchAll(/^`code`: ([a-z_, ]+)/g)].flatMap(([, list]) =>
          (list ?? '').split(',').map((code) => code.trim()),
        ),
      ),
    );
    expect(documented.length).toBeGreaterThan(100);
    expect([...new Set(documented)].filter((code) => !written.has(code))).toEqual([]);
  });
});

/** Words in quotes of the sources that answer; those that only document do not count. */
function writtenWords(): Set<string> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/(\.spec|\.openapi|document-api)\.ts$/.test(file),
  );
  const words = files.flatMap((file) => [
    ...readFileSync(join('src', file), 'utf8').matchAll(/'([a-z][a-z_]+)'/g),
  ]);
  return new Set(words.map(([, word]) => word ?? ''));
}

/** The simulator is another program; specs answer nobody. */
function codesInSources(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('simulator'),
  );
  const codes = files.flatMap((file) =>
    [...readFileSync(join('src', file), 'utf8').matchAll(/\bcode(?::| =) '([a-z][a-z_]+)'/g)].map(
      ([, code]) => code ?? '',
    ),
  );
  expect(codes.length).toBeGreaterThan(40);
  return [...new Set(codes)];
}

describe('a path that is not there', () => {
  it('tells a client of another base URL which one to set', async () => {
    const answer = await fetch(`${application.url}/v1/chat/completions`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({
      error: { code: 'unknown_path', message: expect.stringContaining('/api/v1/openai') as unknown },
    });
  });

  it.each([
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/route/chat'],
    ['GET', '/api/v1/admin'],
    ['GET', '/api/v1/messagesx'],
    ['GET', '//api/v1/admin/organizations'],
    ['GET', '/docs/../../package.json'],
    ['GET', '/docs/%2e%2e/%2e%2e/package.json'],
    ['GET', '/docs/..%2f..%2fpackage.json'],
  ])("%s %s is 404 in provider B's envelope", async (method, path) => {
    const answer = await fetch(`${application.url}${path}`, { method });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-svc-error-source')).toBe('gateway');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await answer.json()).toEqual({
      error: {
        message: expect.stringContaining('/docs'),
        type: 'not_found_error',
        code: 'unknown_path',
        param: null,
      },
    });
  });

  it.each([['POST', '/api/v1/messages/nothing?beta=true']])(
    "%s %s is 404 in provider A's envelope",
    async (method, path) => {
      const answer = await fetch(`${application.url}${path}`, { method });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('x-svc-error-source')).toBe('gateway');
      expect(await answer.json()).toMatchObject({
        type: 'error',
        error: { type: 'not_found_error', message: expect.stringContaining('/docs') as unknown },
        request_id: answer.headers.get('x-request-id'),
      });
    },
  );

  it.each(['/%', '/api/v1/%zz', '/api/v1/messages/%E0%A4%A', '/api/v1/admin/projects/%c3%28'])(
    '%s cannot be decoded: 400',
    async (path) => {
      const answer = await fetch(`${application.url}${path}`);
      expect([400, 404]).toContain(answer.status);
      expect(answer.headers.get('x-svc-error-source')).toBe('gateway');
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      expect(await answer.json()).toHaveProperty('error');
    },
  );
});

/** Sends bytes as they are, and reads until the service ends the connection. */
function exchange(bytes: string): Promise<string> {
  const { port, hostname } = new URL(application.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (answer += text));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.write(bytes);
  });
}

describe('bytes that are no HTTP request', () => {
  it.each([
    ['a header without a colon', 'GET / HTTP/1.1\r\nbroken header\r\n\r\n', 400, 'invalid_http'],
    ['a method that nobody knows', 'BREW /healthz HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid_http'],
    [
      'two lengths of a body',
      'POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'invalid_http',
    ],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001', 400, 'invalid_http'],
    [
      'headers of 20 KB',
      `GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s are answered in our envelope', async (_title, bytes, status, code) => {
    const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`));
    expect(head).toMatch(/^x-request-id: req_/m);
    expect(head).toMatch(/^x-svc-error-source: gateway\r?$/m);
    expect(JSON.parse(body)).toMatchObject({ error: { type: 'invalid_request_error', code } });
  });
});

describe('every answer', () => {
  it.each(['/docs', '/docs-json', '/docs/swagger-ui.css', '/healthz', '/readyz'])(
    'of %s names its request',
    async (path) => {
      const answer = await fetch(`${application.url}${path}`, { headers: { 'x-request-id': 'mine-1' } });
      await answer.arrayBuffer();
      expect(answer.headers.get('x-request-id')).toBe('mine-1');
    },
  );

  it.each(['/healthz', '/readyz', '/docs', '/docs-json'])(
    'to HEAD %s has a head and no body',
    async (path) => {
      const answer = await fetch(`${application.url}${path}`, { method: 'HEAD' });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
    },
  );

  it('to HEAD of an unknown path is 404 without a body', async () => {
    const answer = await fetch(`${application.url}/nothing`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  it('of a probe is not kept by anyone', async () => {
    for (const path of OPEN_PATHS) {
      const answer = await fetch(`${application.url}${path}`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toHaveProperty('status');
    }
  });
});
