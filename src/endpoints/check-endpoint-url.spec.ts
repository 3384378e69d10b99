import { describe, expect, it } from 'vitest';
import { checkEndpointUrl, refuseAddress, type EndpointUrlRules } from './check-endpoint-url.js';

const RULES: EndpointUrlRules = {
  allowPrivate: false,
  ownHosts: new Set(['gateway.example.com', '93.184.216.99', '2606:4700::99']),
  ownAddresses: () => new Set(['127.0.0.1', '10.0.0.7', '93.184.216.77']),
  ownPorts: () => new Set([8080, 8081]),
};
const DEVELOPMENT: EndpointUrlRules = { ...RULES, allowPrivate: true };

function refusalOf(text: string, rules: EndpointUrlRules): string | undefined {
  const verdict = checkEndpointUrl(text, rules);
  return 'refusal' in verdict ? verdict.refusal : undefined;
}

describe('the address of a registered endpoint', () => {
  it.each([
    'https://models.example.com',
    'https://models.example.com/v1',
    'https://models.example.com:8443/v1/',
    'https://models.example.com:8080/v1/',
    'HTTPS://Models.Example.com./v1',
    'https://93.184.216.34/v1',
    'https://[2606:4700::1111]/v1',
    'https://xn--bcher-kva.example/v1',
    'https://bücher.example/v1',
    'https://api.openai.com/v1',
    'https://notgateway.example.com/v1',
    `https://models.example.com/${'a'.repeat(2_021)}`,
  ])('takes %s', (text) => {
    expect(refusalOf(text, RULES)).toBeUndefined();
  });

  it.each([
    ['http://models.example.com', 'https'],
    ['ftp://models.example.com', 'https'],
    ['file:///etc/passwd', 'https'],
    ['models.example.com', 'not a URL'],
    ['https:models.example.com', 'not a URL'],
    ['https:\\\\models.example.com', 'not a URL'],
    ['https://models.example.com\\@localhost/', 'not a URL'],
    [' https://models.example.com', 'not a URL'],
    ['https://mod\tels.example.com', 'not a URL'],
    ['https://models.example.com/a b', 'not a URL'],
    ['https://lo\u00adcalhost/', 'not a URL'],
    ['https://models.example.com:99999', 'not a URL'],
    ['https://[fe80::1%25eth0]/v1', 'not a URL'],
    ['https://1.2.3.4.5/', 'not a URL'],
    ['', 'not a URL'],
    ['https://user:pass@models.example.com', 'password'],
    ['https://user@models.example.com', 'password'],
    ['https://models.example.com@127.0.0.1/', 'password'],
    ['https://models.example.com/?a=1', 'query'],
    ['https://models.example.com/?', 'query'],
    ['https://models.example.com/#x', 'fragment'],
    ['https://models.example.com/#', 'fragment'],
    ['https://models..example.com/', 'no host'],
    ['https://localhost../', 'no host'],
    [`https://models.example.com/${'a'.repeat(2_022)}`, 'longer'],
  ])('refuses the form of %j', (text, reason) => {
    expect(refusalOf(text, RULES)).toContain(reason);
  });

  it.each([
    'https://localhost/v1',
    'https://LOCALHOST./v1',
    'https://db.localhost/v1',
    'https://db.internal/v1',
    'https://metadata.google.internal/v1',
    'https://printer.local',
    'https://kubernetes.default.svc.cluster.local',
    'https://router.home.arpa',
    'https://intranet/v1',
    'https://intranet./v1',
  ])('refuses %s, which is not a public name', (text) => {
    expect(refusalOf(text, RULES)).toContain('public name');
  });

  it.each([
    'https://127.0.0.1',
    'https://127.0.0.1./',
    'https://2130706433',
    'https://0x7f000001',
    'https://017700000001',
    'https://0177.0.0.1',
    'https://0x7f.0.0.1',
    'https://127.1',
    'https://0',
    'https://%31%32%37.0.0.1',
    'https://①②⑦.0.0.1',
    'https://127。0。0。1',
    'https://169.254.169.254/latest',
    'https://10.0.0.7',
    'https://[::1]',
    'https://[::]',
    'https://[::ffff:10.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[::127.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[fd12::1]',
  ])('refuses %s, whose address is not public', (text) => {
    expect(refusalOf(text, RULES)).toContain('public one');
  });

  it.each([
    'https://gateway.example.com/v1',
    'https://gateway.example.com:9000/v1',
    'https://GATEWAY.example.com./v1',
    'https://gateway.example.com。/v1',
    'https://ｇateway.example.com/v1',
    'https://93.184.216.99/v1',
    'https://[::ffff:93.184.216.99]/v1',
    'https://[2606:4700:0::99]/v1',
    'https://93.184.216.77:444/v1',
    'https://[64:ff9b::5db8:d84d]/v1',
  ])("refuses %s, one of the service's own hosts whatever the port", (text) => {
    expect(refusalOf(text, RULES)).toContain('own hosts');
  });
});

describe('the address of an endpoint in development', () => {
  it.each([
    'http://127.0.0.1:9000/v1',
    'http://localhost:9000',
    'http://[::1]:9000',
    'https://10.0.0.7/v1',
    'http://ollama:11434/v1',
    'http://models.example.com',
    'http://10.0.0.8:8080/v1',
  ])('may be %s', (text) => {
    expect(refusalOf(text, DEVELOPMENT)).toBeUndefined();
  });

  it.each([
    'http://gateway.example.com/v1',
    'http://127.0.0.1:8080/api/v1/route',
    'http://127.8.8.8:8080/',
    'http://localhost:8080/',
    'http://LOCALHOST.:8081/',
    'http://[::1]:8080/',
    'http://[::ffff:127.0.0.1]:8080/',
    'http://0.0.0.0:8080/',
    'http://10.0.0.7:8080/',
    'http://2130706433:8080/',
  ])('is never the service itself: %s', (text) => {
    expect(refusalOf(text, DEVELOPMENT)).toContain('own hosts');
  });

  it('is the service itself on the port of its scheme too', () => {
    const rules = { ...DEVELOPMENT, ownPorts: () => new Set([80]) };
    expect(refusalOf('http://127.0.0.1/v1', rules)).toContain('own hosts');
    expect(refusalOf('https://127.0.0.1/v1', rules)).toBeUndefined();
  });
});

describe('an address that a name resolves to', () => {
  it.each([
    ['93.184.216.34', undefined],
    ['10.0.0.1', 'public one'],
    ['::ffff:127.0.0.1', 'public one'],
    ['93.184.216.77', 'own hosts'],
    ['93.184.216.99', 'own hosts'],
    ['2606:4700::99', 'own hosts'],
    ['not an address', 'public one'],
  ])('%s is refused for: %s', (address, reason) => {
    if (reason === undefined) expect(refuseAddress(address, RULES)).toBeUndefined();
    else expect(refuseAddress(address, RULES)).toContain(reason);
  });
});
