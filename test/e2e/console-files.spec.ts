import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

const PAGE = '<!doctype html><script type="module" src="/console/assets/main-Ab12.js"></script>';
const SCRIPT = `export const text = ${JSON.stringify('keys and money, '.repeat(200))};\n`;
const SCREENS = [
  '/console',
  '/console/',
  '/console?from=2026-11-01',
  '/console/p/prj_1/calls',
  '/console/p/prj_1/calls/call_1?status=error',
  '/console/o/org_1/money',
  '/console/settings',
  '/console/index.html',
  '/console/no/such/screen.html',
];

let folder: string;
let application: TestApplication;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'console-files-'));
  build(PAGE);
  application = await startTestApplication({ consoleFolder: folder });
});
afterAll(async () => {
  await application.stop();
  rmSync(folder, { recursive: true });
});

function build(page: string): void {
  put('index.html', page);
  put('assets/main-Ab12.js', SCRIPT);
  put('assets/style-Cd34.css', 'body { margin: 0 }');
  put('assets/.hidden', 'secret');
  put('icon.svg', '<svg/>');
  put('.vite/manifest.json', '{}');
}

function put(file: string, text: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  writeFileSync(`${target}.br`, brotliCompressSync(text));
  writeFileSync(`${target}.gz`, gzipSync(text));
}

type Headers = Record<string, string>;

async function send(url: string, headers: Headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const answer = await request(application.url + url, { method, headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

describe('the document of the console', () => {
  it.each(SCREENS)('is what %s answers, to be asked for anew each time', async (url) => {
    const { status, headers, bytes } = await send(url);
    expect([status, bytes.toString()]).toEqual([200, PAGE]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      vary: 'accept-encoding',
      'x-request-id': expect.any(String),
    });
  });

  it('comes compressed as the browser asks for it, from the build', async () => {
    const brotli = await send('/console', { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(PAGE);
    const gzipped = await send('/console', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.bytes).toString()).toBe(PAGE);
    expect(new Set([brotli, gzipped, await send('/console')].map((one) => one.headers['etag'])).size).toBe(3);
  });

  it('is 304 to whoever has it, and another one after a build of the same length', async () => {
    const { headers } = await send('/console/settings');
    const kept = { 'if-none-match': String(headers['etag']) };
    const again = await send('/console', kept);
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag: headers['etag'], 'cache-control': 'no-cache' });
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    build(PAGE.replace('Ab12', 'Ab13'));
    expect((await send('/console', kept)).status).toBe(200);
    build(PAGE);
  });

  it('answers HEAD with the same head and no body', async () => {
    const { status, headers, bytes } = await send('/console', {}, 'HEAD');
    expect([status, bytes.length]).toEqual([200, 0]);
    expect(headers['content-length']).toBe(String(PAGE.length));
  });

  it.each(['/console', '/console/p/prj_1/calls', '/console/assets/main-Ab12.js'])(
    'is 405 to POST %s, which names what it takes',
    async (url) => {
      const { status, headers, bytes } = await send(url, {}, 'POST');
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
      expect(bytes.toString()).toContain('"method_not_allowed"');
    },
  );

  it('is read anew, and a page says which command builds it while it is not there', async () => {
    rmSync(folder, { recursive: true });
    const { status, headers, bytes } = await send('/console');
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(bytes.toString()).toContain('npm run build:console');
    expect((await send('/console/assets/main-Ab12.js')).status).toBe(404);
    build(PAGE);
    expect((await send('/console')).status).toBe(200);
    expect((await send('/console/assets/main-Ab12.js')).status).toBe(200);
  });
});

describe('a file of the console', () => {
  const url = '/console/assets/main-Ab12.js';

  it('is kept for a year by browsers, since its name is of what it says', async () => {
    const { status, headers, bytes } = await send(url);
    expect([status, bytes.toString()]).toEqual([200, SCRIPT]);
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      vary: 'accept-encoding',
    });
    expect((await send('/console/assets/style-Cd34.css')).headers['content-type']).toContain('text/css');
  });

  it('comes compressed as the browser asks for it, from the build', async () => {
    const brotli = await send(url, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
    });
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(SCRIPT);
    const gzipped = await send(url, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzipped.bytes).toString()).toBe(SCRIPT);
    expect(brotli.headers['vary']).toBe('accept-encoding');
  });

  it('that has one name in all builds is asked for anew each time', async () => {
    const { status, headers, bytes } = await send('/console/icon.svg');
    expect([status, bytes.toString()]).toEqual([200, '<svg/>']);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=0',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    });
    const kept = await send('/console/icon.svg', { 'if-none-match': String(headers['etag']) });
    expect(kept.status).toBe(304);
    expect((await send('/console/icon.svg', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe(
      'br',
    );
  });

  it('that is of the build alone is not shown', async () => {
    for (const url of ['/console/.vite/manifest.json', '/console/.vite', '/console/.build-stamp'])
      expect((await send(url)).bytes.toString()).toBe(PAGE);
  });

  it('is 304 to whoever has it', async () => {
    const { headers } = await send(url);
    const again = await send(url, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('is given in parts, and HEAD asks for none', async () => {
    const part = await send(url, { range: 'bytes=0-5' });
    expect([part.status, part.bytes.toString()]).toEqual([206, SCRIPT.slice(0, 6)]);
    expect(part.headers['content-range']).toBe(`bytes 0-5/${SCRIPT.length}`);
    expect((await send(url, { range: 'bytes=999999-' })).status).toBe(416);
    const head = await send(url, {}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(SCRIPT.length));
  });

  it.each([
    '/console/assets/none-Zz99.js',
    '/console/assets/',
    '/console/assets/main-Ab12.js/x',
    '/console/assets/main-Ab12.js.br',
    '/console/assets/main-Ab12.js.gz',
    '/console/assets/.hidden',
    '/console/none.svg',
    '/console/icon.svg.br',
  ])('that is none of them is 404, in the words of the API: %s', async (unknown) => {
    const { status, headers, bytes } = await send(unknown);
    expect([unknown, status]).toEqual([unknown, 404]);
    expect(bytes.toString()).toContain('"unknown_path"');
    expect(headers['cache-control'] ?? '').not.toContain('immutable');
  });

  it.each([
    '/console/assets/..%2findex.html',
    '/console/assets/%2e%2e/%2e%2e/package.json',
    '/console/assets//main-Ab12.js',
    '/console/assets/..%5cindex.html',
  ])('lies in its folder: %s leads nowhere', async (hostile) => {
    const { status, bytes } = await send(hostile);
    expect([400, 403, 404]).toContain(status);
    expect(bytes.toString()).not.toContain('<!doctype');
  });
});

describe('the policy of the console', () => {
  it.each(['/console', '/console/p/prj_1/calls', '/console/assets/main-Ab12.js'])(
    'stands on %s: its own files alone, no markup from text, in no frame',
    async (url) => {
      const { headers } = await send(url);
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self'",
          "style-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
        ]),
      );
      expect(policy.join()).not.toMatch(/unsafe|\*|https?:|data:/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    },
  );

  it('is not that of the API documents, which share the origin: scripts of their own there too, and in no frame', async () => {
    for (const url of ['/docs', '/docs/swagger-ui-bundle.js', '/docs-json']) {
      const policy = String((await send(url)).headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; ");
      expect(policy).toContain(
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
  });
});

describe('CONSOLE=off', () => {
  it('leaves nothing at its paths, and no sessions', async () => {
    const { database } = application;
    const off = await startTestApplication({
      database,
      consoleFolder: folder,
      environment: { CONSOLE: 'off' },
    });
    const before = await signIn(application.url);
    try {
      for (const url of ['/console', '/console/settings', '/console/assets/main-Ab12.js']) {
        const answer = await fetch(off.url + url);
        expect([url, answer.status]).toEqual([url, 404]);
        expect(await answer.json()).toMatchObject({ error: { code: 'unknown_path' } });
      }
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await fetch(`${off.url}/api/v1/admin/console/session`, { method });
        expect([method, answer.status]).toEqual([method, 404]);
        await answer.arrayBuffer();
      }
      const cookie = before.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-console': '1' };
      const organizations = '/api/v1/admin/organizations';
      expect((await request(application.url + organizations, { headers })).statusCode).toBe(200);
      expect((await request(off.url + organizations, { headers })).statusCode).toBe(401);
      expect(await (await fetch(`${off.url}/docs-json`)).text()).not.toContain('console/session');
    } finally {
      await off.stop();
    }
  });
});

function signIn(url: string): Promise<Response> {
  return fetch(`${url}/api/v1/admin/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: ADMIN_TOKEN }),
  });
}
