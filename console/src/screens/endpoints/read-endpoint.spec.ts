import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../api/endpoints.js';
import { changeOf, fieldsOf, type TypedEndpoint } from './read-endpoint.js';

const endpoint: Endpoint = {
  id: 'end_1',
  project_id: 'prj_1',
  model: 'llama3:8b',
  base_url: 'https://models.example.com/v1',
  upstream_model: 'llama3',
  has_api_key: true,
  headers: ['x-team'],
  created_at: '2026-11-29T12:00:00.000Z',
};
const typed: TypedEndpoint = {
  model: 'llama3:8b',
  baseUrl: 'https://models.example.com/v1',
  upstreamModel: 'llama3',
  apiKey: '',
  sendsNoKey: false,
  headers: '',
  sendsNoHeaders: false,
};

describe('what is sent of a new endpoint', () => {
  it('leaves out what is empty, and what stands around', () => {
    expect(fieldsOf({ ...typed, model: ' llama3:8b ', upstreamModel: ' ' })).toEqual({
      model: 'llama3:8b',
      base_url: 'https://models.example.com/v1',
    });
  });

  it('has its headers, a line each', () => {
    expect(fieldsOf({ ...typed, headers: 'x-a: b' })).toMatchObject({ headers: { 'x-a': 'b' } });
  });

  it('has the key as it was typed', () => {
    expect(fieldsOf({ ...typed, apiKey: ' a ' })).toMatchObject({ upstream_model: 'llama3', api_key: ' a ' });
  });
});

describe('what is sent of a changed endpoint', () => {
  it.each<[Partial<TypedEndpoint>, object]>([
    [{}, {}],
    [{ model: 'other:1b' }, { model: 'other:1b' }],
    [
      { baseUrl: 'https://other.example.com', apiKey: 'k' },
      { base_url: 'https://other.example.com', api_key: 'k' },
    ],
    [{ upstreamModel: '' }, { upstream_model: null }],
    [{ sendsNoKey: true, apiKey: 'k' }, { api_key: null }],
    [{ headers: ' X-A: b:c \n\nx-d:\nx-e' }, { headers: { 'X-A': 'b:c', 'x-d': '', 'x-e': '' } }],
    [{ sendsNoHeaders: true, headers: 'x-a: b' }, { headers: {} }],
  ])('%j is %j', (changes, sent) => {
    expect(changeOf(endpoint, { ...typed, ...changes })).toEqual(sent);
  });
});
