import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import { scanTopLevel } from '../../json-bytes/scan-top-level.js';
import { refuseLargeSchemas } from './refuse-large-schemas.js';

const check = (body: object): void =>
  atOnce(refuseLargeSchemas(scanTopLevel(Buffer.from(JSON.stringify(body)))));
const schema = (bytes: number) => ({ type: 'object', description: 'x'.repeat(bytes) });
const tool = (bytes: number) => ({ type: 'function', function: { name: 'f', parameters: schema(bytes) } });
const format = (bytes: number) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'x', schema: schema(bytes) } },
});

describe('refuseLargeSchemas', () => {
  it.each<[string, object]>([
    ['none', {}],
    ['no list', { tools: 'x'.repeat(300_000) }],
    ['many', { tools: Array.from({ length: 5_000 }, () => tool(100)) }],
    ['large ones', { tools: [tool(200_000), tool(250_000)] }],
    ['a large format', format(250_000)],
  ])('takes %s', (_name, body) => {
    expect(() => check(body)).not.toThrow();
  });

  it.each<[object, string]>([
    [{ tools: [tool(10), tool(10), tool(10), tool(270_000)] }, 'tools[3].function.parameters'],
    [{ functions: [{ name: 'f', parameters: schema(270_000) }] }, 'functions[0].parameters'],
    [format(270_000), 'response_format.json_schema.schema'],
  ])('names the schema that is too large', (body, param) => {
    expect(() => check(body)).toThrow(expect.objectContaining({ status: 400, param }));
  });
});
