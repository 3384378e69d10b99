import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const DIST = path.resolve(import.meta.dirname, '../../dist');
const parts = readdirSync(DIST).filter((name) => /^service-.*\.js$/.test(name));

it('starts from few files', () => {
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.length).toBeLessThan(60);
});

it('has no package of one copy looked through for names before it is loaded', () => {
  const text = parts.map((part) => readFileSync(path.join(DIST, part), 'utf8')).join('\n');
  expect(text).toMatch(/require\("typeorm"\)/);
  expect(text.match(/^import .*"(typeorm|pg|undici|pino|class-validator|protobufjs)";$/gm)).toBeNull();
});

it.each([
  ['function createApplication(', 'create-application.ts'],
  ['function serve(', 'server/serve.ts'],
])('leads from a place in them to its source: %s', (text, source) => {
  expect(sourceOf(text)).toBe(`../src/${source}`);
});

function sourceOf(text: string): string | undefined {
  for (const part of parts) {
    const lines = readFileSync(path.join(DIST, part), 'utf8').split('\n');
    const line = lines.findIndex((one) => one.includes(text));
    if (line === -1) continue;
    const map = JSON.parse(readFileSync(path.join(DIST, `${part}.map`), 'utf8')) as SourceMapPayload;
    const entry = new SourceMap(map).findEntry(line, lines[line]!.indexOf(text));
    return 'originalSource' in entry ? entry.originalSource : undefined;
  }
  return undefined;
}
