import { describe, expect, it } from 'vitest';
import { unknownPathMessage, unservedPathMessage } from './unknown-path.js';

describe('the message for an unknown path', () => {
  it.each([
    ['/v1/chat/completions', 'OpenAI SDK', '/api/v1/openai.'],
    ['/chat/completions?stream=true', 'OpenAI SDK', '/api/v1/openai.'],
    ['/api/v1/embeddings', 'OpenAI SDK', '/api/v1/openai.'],
    ['/v1/messages?beta=true', 'Anthropic SDK', '/api.'],
    ['/api/v1/v1/messages', 'Anthropic SDK', '/api.'],
    ['/v1/messages/count_tokens', 'Anthropic SDK', '/api.'],
    ['/api/v1/route/v1/chat/completions', 'OpenAI SDK', '/api/v1/openai.'],
    ['/api/v1/route/v1/messages', 'Anthropic SDK', '/api.'],
    ['/v1/responses', 'OpenAI SDK', '/api/v1/openai.'],
    ['/v1/responses/resp_1/input_items', 'OpenAI SDK', '/api/v1/openai.'],
    ['/v1/models', 'OpenAI SDK', '/api/v1/openai.'],
    ['/api/v1/v1/models?limit=20', 'Anthropic SDK', '/api.'],
  ])('%s names the base URL of the %s', (url, sdk, base) => {
    expect(unknownPathMessage(url)).toContain(
      `The base URL of the ${sdk} is this service's address with ${base}`,
    );
  });

  it.each(['/api/v1/metrics', '/api/v1/logs?x=1', '/v1/metrics'])(
    '%s names the signal that is taken',
    (url) => {
      expect(unknownPathMessage(url)).toContain('only traces are taken, at POST /api/v1/traces');
    },
  );

  it.each([
    ['/api/v1/openai/responses/resp_1/cancel', 'none to cancel'],
    ['/api/v1/route/responses/compact', 'shorter `input`'],
    ['/api/v1/openai/responses/input_tokens?x=1', 'its `usage` has them'],
  ])('%s names the way out, whatever the method', (url, wayOut) => {
    expect(unservedPathMessage(url)).toContain(wayOut);
  });

  it.each(['/v1/responses/compact', '/api/v1/openai/responses/resp_1', '/api/v1/openai/responses'])(
    '%s is none of those',
    (url) => {
      expect(unservedPathMessage(url)).toBeUndefined();
    },
  );

  it.each([
    '/v1/files',
    '/v1/files/file-1/content',
    '/v1/batches?limit=3',
    '/api/v1/route/files',
    '/v1/batches/batch_1/cancel',
  ])('%s names the base URL of files and batches', (url) => {
    expect(unknownPathMessage(url)).toContain(
      "The base URL of the OpenAI SDK is this service's address with /api/v1/openai.",
    );
  });

  it.each([
    '/',
    '/api/v1/route/batches/',
    '/api/v1/openai/files/',
    '/v1/messages/batches/msgbatch_1',
    '/nothing',
    '/api/v1/admin/nothing',
    '/api/v1/messagesx',
    '/api/v1/messages',
    '/api/v1/route/embeddings',
    '/api/v1/route/embeddings/',
    '/api/v1/openai/responses',
    '/api/v1/openai/chat/completions/',
    '/api/v1/route/models',
    '/api/v1/admin/models',
    '/nothing?/v1/messages',
  ])('%s is only sent to the list', (url) => {
    expect(unknownPathMessage(url)).toBe(
      'There is nothing at this path. The endpoints are listed under /docs.',
    );
  });
});
