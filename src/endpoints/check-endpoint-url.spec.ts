import { describe, expect, it } from 'vitest';
import { checkEndpointUrl } from './check-endpoint-url.js';

const RULES = { allowPrivate: false, ownHosts: new Set(['gateway.example.com', 'api.openai.com']) };

describe('the address of a registered endpoint', () => {
  it.each([
    'https://models.example.com/v1',
    'https://models.example.com:8443/v1/',
    'https://93.184.216.34/v1',
    'https://[2606:4700::1111]/v1',
    'https://xn--bcher-kva.example/v1',
  ])('takes %s', (text) => {
    expect(checkEndpointUrl(text, RULES)).toHaveProperty('url');
  });

  it.each([
    ['http://models.example.com', 'https'],
    ['ftp://models.example.com', 'https'],
    ['models.example.com', 'not a URL'],
    ['https://user:pass@models.example.com', 'password'],
    ['https://models.example.com/?a=1', 'query'],
    ['https://models.example.com/#x', 'fragment'],
    ['https://localhost/v1', 'public name'],
    ['https://LOCALHOST./v1', 'public name'],
    ['https://db.internal/v1', 'public name'],
    ['https://printer.local', 'public name'],
    ['https://intranet/v1', 'public name'],
    ['https://127.0.0.1', 'public one'],
    ['https://2130706433', 'public one'],
    ['https://0x7f000001', 'public one'],
    ['https://0177.0.0.1', 'public one'],
    ['https://127.1', 'public one'],
    ['https://169.254.169.254/latest', 'public one'],
    ['https://[::1]', 'public one'],
    ['https://[::ffff:10.0.0.1]', 'public one'],
    ['https://gateway.example.com:9000/v1', 'own hosts'],
    ['https://GATEWAY.example.com./v1', 'own hosts'],
    ['https://api.openai.com/v1', 'own hosts'],
    [`https://models.example.com/${'a'.repeat(3_000)}`, 'longer'],
  ])('refuses %s', (text, reason) => {
    const verdict = checkEndpointUrl(text, RULES);
    expect('refusal' in verdict && verdict.refusal).toContain(reason);
  });

  it('lets http and private addresses pass in development, but never its own hosts', () => {
    const rules = { ...RULES, allowPrivate: true };
    expect(checkEndpointUrl('http://127.0.0.1:9000/v1', rules)).toHaveProperty('url');
    expect(checkEndpointUrl('http://gateway.example.com/v1', rules)).toHaveProperty('refusal');
  });
});
