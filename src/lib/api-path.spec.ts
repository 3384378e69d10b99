import { describe, expect, it } from 'vitest';
import { withoutApiPath } from './api-path.js';

describe('a base URL with the path of a call at its end', () => {
  it.each([
    ['https://a.example/v1/chat/completions', 'https://a.example/v1'],
    ['https://a.example/v1/chat/completions/', 'https://a.example/v1'],
    ['https://a.example/v1//Chat/Completions//', 'https://a.example/v1'],
    ['https://a.example/v1/completions', 'https://a.example/v1'],
    ['https://a.example/v1/embeddings', 'https://a.example/v1'],
    ['https://a.example/v1/responses', 'https://a.example/v1'],
    ['https://a.example/chat/completions', 'https://a.example'],
    ['https://a.example/v1', 'https://a.example/v1'],
    ['https://a.example/v1/', 'https://a.example/v1/'],
    ['https://a.example/chat', 'https://a.example/chat'],
    ['https://a.example/my-completions', 'https://a.example/my-completions'],
    ['https://a.example/chat/completions/v1', 'https://a.example/chat/completions/v1'],
  ])('%s is %s', (address, base) => {
    expect(withoutApiPath(address)).toBe(base);
  });
});
