import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sealSecret } from '../lib/secret-box.js';
import { UnsealedEndpoint } from './endpoint-directory.service.js';

const KEY = randomBytes(32);
const row = (apiKey: Buffer | null, headers: Buffer | null = null) => ({
  id: 'end_1',
  model: 'llama3:8b',
  base_url: 'https://models.example.com/v1',
  upstream_model: null,
  api_key_encrypted: apiKey,
  headers_encrypted: headers,
});

describe('the key of a registered endpoint', () => {
  it('is opened for the endpoint it was sealed for', () => {
    const sealed = sealSecret('sk-1234', { key: KEY, owner: 'end_1' });
    expect(new UnsealedEndpoint(row(sealed), KEY).apiKey).toBe('sk-1234');
    expect(new UnsealedEndpoint(row(null), KEY).apiKey).toBeUndefined();
  });

  it('that cannot be opened spoils only the call that needs it, and the error names no secret', () => {
    const sealed = sealSecret('sk-1234', { key: KEY, owner: 'end_2' });
    const endpoint = new UnsealedEndpoint(row(sealed), KEY);
    expect(endpoint.baseUrl).toBe('https://models.example.com/v1');
    expect(() => endpoint.apiKey).toThrow(
      expect.objectContaining({
        code: 'endpoint_key_unreadable',
        status: 500,
        message: expect.stringContaining('end_1'),
      }),
    );
  });

  it('does not show when the endpoint is printed', () => {
    const endpoint = new UnsealedEndpoint(row(sealSecret('sk-1234', { key: KEY, owner: 'end_1' })), KEY);
    expect(endpoint.apiKey).toBe('sk-1234');
    expect(JSON.stringify(endpoint)).not.toContain('sk-1234');
  });
});

describe('the headers of a registered endpoint', () => {
  const sealed = (owner: string): Buffer =>
    sealSecret(JSON.stringify({ 'X-Team': 'research' }), { key: KEY, owner });

  it('are opened for the endpoint they were sealed for, and do not show when it is printed', () => {
    const endpoint = new UnsealedEndpoint(row(null, sealed('end_1/headers')), KEY);
    expect(endpoint.headers).toEqual({ 'X-Team': 'research' });
    expect(JSON.stringify(endpoint)).not.toContain('research');
    expect(new UnsealedEndpoint(row(null), KEY).headers).toEqual({});
  });

  it.each(['end_2/headers', 'end_1'])('are none of what was sealed for %s', (owner) => {
    const endpoint = new UnsealedEndpoint(row(null, sealed(owner)), KEY);
    expect(() => endpoint.headers).toThrow(/headers/);
  });
});
