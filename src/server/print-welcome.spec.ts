import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Settings } from '../config/settings.js';
import type { FirstCredentials } from './first-credentials.js';
import { printWelcome } from './print-welcome.js';

afterEach(() => vi.restoreAllMocks());

function printed(settings: Partial<Settings>, first?: FirstCredentials): string[] {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => lines.push(...text.split('\n')));
  const url = 'http://127.0.0.1:8080';
  printWelcome({
    settings: { console: true, ...settings } as Settings,
    url,
    adminToken: 'svc_operator_x',
    first,
    simulated: true,
  });
  return lines;
}

describe('the welcome', () => {
  it('names what to give to OpenAI clients first, and calls it', () => {
    const lines = printed({ role: 'all' }, { apiKey: 'svc_live_x', signIn: undefined });
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

  it('names the console, with a link that signs in where there is one', () => {
    const first = { apiKey: 'svc_live_x', signIn: 'svc_signin_x' };
    expect(printed({ role: 'all' })).toContain(
      'Console:     http://127.0.0.1:8080/console   (sign in with the admin token)',
    );
    expect(printed({ role: 'all', publicBaseUrl: 'https://models.example.com' }, first)).toContain(
      'Console:     https://models.example.com/console#token=svc_signin_x   (signs you in once, within 15 minutes)',
    );
    expect(printed({ role: 'all', console: false }, first).join()).not.toMatch(/onsole|signin/);
  });

  it('of a worker names no address to call', () => {
    expect(printed({ role: 'worker' }).join('\n')).not.toContain('/api/');
  });
});
