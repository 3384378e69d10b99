import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Settings } from '../config/settings.js';
import { printWelcome } from './print-welcome.js';

afterEach(() => vi.restoreAllMocks());

function printed(settings: Partial<Settings>, apiKey?: string): string[] {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => lines.push(...text.split('\n')));
  const url = 'http://127.0.0.1:8080';
  printWelcome({
    settings: settings as Settings,
    url,
    adminToken: 'svc_operator_x',
    apiKey,
    simulated: true,
  });
  return lines;
}

describe('the welcome', () => {
  it('names what to give to OpenAI clients first, and calls it', () => {
    const lines = printed({ role: 'all' }, 'svc_live_x');
    expect(lines.slice(1, 3)).toEqual([
      'OpenAI SDKs: http://127.0.0.1:8080/api/v1/openai   (their base URL)',
      'Base URL:    http://127.0.0.1:8080',
    ]);
    const call = lines.at(-1);
    expect(call).toContain('  curl http://127.0.0.1:8080/api/v1/openai/chat/completions -H ');
    expect(call).toContain('Bearer svc_live_x');
  });

  it('speaks of the address that callers see', () => {
    const text = printed({ role: 'all', publicBaseUrl: 'https://models.example.com' }).join('\n');
    expect(text).toContain('https://models.example.com/api/v1/openai');
    expect(text).not.toContain('127.0.0.1');
    expect(text).toContain('YOUR_API_KEY');
  });

  it('of a worker names no address to call', () => {
    expect(printed({ role: 'worker' }).join('\n')).not.toContain('/api/');
  });
});
