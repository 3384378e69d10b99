import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../wire/json-bytes/scan-top-level.js';
import { promptBytes } from './prompt-bytes.js';

const count = (body: unknown): number =>
  promptBytes(scanTopLevel(Buffer.from(JSON.stringify(body))), ['system', 'messages']);

const BASE64 = 'iVBORw0KGgo'.repeat(200_000);

describe('the bytes of a prompt', () => {
  it('are those of the members that a model reads', () => {
    expect(count({ system: 'abcd', messages: [], metadata: 'x'.repeat(1_000) })).toBe(8);
  });

  it.each([
    ['a data URL', { image_url: { url: `data:image/png;base64,${BASE64}` } }],
    ["provider A's source", { source: { type: 'base64', media_type: 'image/png', data: BASE64 } }],
  ])('count %s as a picture', (_name, part) => {
    const bytes = count({ messages: [part] });
    expect(bytes).toBeGreaterThan(6_000);
    expect(bytes).toBeLessThan(6_200);
  });

  it('count long text under the name of data as text', () => {
    const text = 'Some words and more. '.repeat(5_000);
    expect(count({ messages: [{ input: { data: text } }] })).toBeGreaterThan(text.length);
  });
});
