import { describe, expect, it } from 'vitest';
import { surfaceOfPath } from './surface-of-path.js';

describe('surfaceOfPath', () => {
  it.each([
    ['/api/v1/route/chat/completions', 'chat'],
    ['/api/v1/openai/chat/completions', 'chat'],
    ['/api/v1/admin/projects/:id/playground/chat/completions', 'chat'],
    ['/api/v1/openai/responses', 'responses'],
    ['/api/v1/route/responses/:id/input_items', 'responses'],
    ['/api/v1/messages', 'messages'],
    ['/api/v1/messages/count_tokens', 'messages'],
    ['/api/v1/messages/batches', 'batch'],
    ['/api/v1/messages/batches/:id/results', 'batch'],
    ['/api/v1/route/batches/uploads/:object', 'batch'],
    ['/api/v1/openai/files/:id', 'batch'],
    ['/api/v1/route/embeddings', 'embeddings'],
    ['/api/v1/route', 'decision'],
    ['/api/v1/models/:org/:id', 'models'],
    ['/api/v1/traces', 'traces'],
    ['/api/v1/feedback', 'feedback'],
    ['/api/v1/calls/:id', 'account'],
    ['/api/v1/key', 'account'],
  ])('%s is %s', (path, surface) => {
    expect(surfaceOfPath(path)).toBe(surface);
  });
});
