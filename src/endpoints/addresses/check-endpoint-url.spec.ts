import { describe, expect, it } from 'vitest';
import { NO_HOSTS, parseAllowedHosts } from '../../lib/allowed-hosts.js';
import { checkEndpointUrl, refuseAddress, targetOf, type EndpointUrlRules } from './check-endpoint-url.js';

const RULES: EndpointUrlRules = {
  allowPrivate: false,
  allowed: NO_HOSTS,
  ownHosts: new Set(['gateway.example.com', '93.184.216.99', '2606:4700::99']),
  ownAddresses: () => new Set(['127.0.0.1', '10.0.0.7', '93.184.216.77']),
  ownPorts: () => new Set([8080, 8081]),
};
const DEVELOPMENT: EndpointUrlRules = { ...RULES, allowPrivate: true };
const ALLOWING: EndpointUrlRules = {
  ...RULES,
  allowed: parseAllowedHosts('ollama, *.models.corp, gateway.example.com, 127.0.0.0/8, 10.0.0.0/8, fd00::/8'),
};
const NAMES_ONLY: EndpointUrlRules = {
  ...RULES,
  allowed: parseAllowedHosts('ollama,*.models.corp,localhost'),
};
const EVERYTHING: EndpointUrlRules = { ...RULES, allowed: parseAllowedHosts('0.0.0.0/0, ::/0, cloud.corp') };

function refusalAt(address: string, url: string, rules: EndpointUrlRules): string | undefined {
  return refuseAddress(address, targetOf(new URL(url), rules), rules);
}

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
    'https://models.example.com/v1?api-version=2024-10-21',
    'https://models.example.com/?',
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
    ['https://models.example.com/?a=1#x', 'fragment'],
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
    const refusal = refusalAt(address, 'https://models.example.com', RULES);
    if (reason === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toContain(reason);
  });
});

describe('the address of an endpoint that the operator allows', () => {
  it.each([
    'http://ollama:11434/v1',
    'http://OLLAMA.:11434/v1',
    'http://a.models.corp/v1',
    'https://b.a.models.corp/v1',
    'http://10.0.0.7:11434/v1',
    'http://[::ffff:10.1.2.3]/v1',
    'https://[fd12::1]/v1',
    'http://127.0.0.1:11434/v1',
    // By a range: known when the name has been looked up.
    'http://other.corp/v1',
    'https://localhost/v1',
  ])('may be %s', (text) => {
    expect(refusalOf(text, ALLOWING)).toBeUndefined();
  });

  it.each([
    ['http://192.168.1.1/v1', 'https://'],
    ['https://192.168.1.1/v1', 'public one'],
    ['http://93.184.216.34/v1', 'https://'],
    ['https://[64:ff9b::a00:1]/v1', 'public one'],
    ['https://[2002:a00:1::]/v1', 'public one'],
    ['https://[::a00:1]/v1', 'public one'],
    ['ftp://ollama/v1', 'https://'],
    ['http://user:pass@ollama/v1', 'password'],
    ['http://gateway.example.com/v1', 'own hosts'],
    ['http://127.0.0.1:8080/v1', 'own hosts'],
    ['http://127.9.9.9:8081/v1', 'own hosts'],
    ['http://10.0.0.7:8080/v1', 'own hosts'],
    ['http://localhost:8080/v1', 'own hosts'],
    ['http://[::ffff:127.0.0.1]:8081/v1', 'own hosts'],
    ['http://2130706433:8080/v1', 'own hosts'],
  ])('is never %s: %s', (text, reason) => {
    expect(refusalOf(text, ALLOWING)).toContain(reason);
  });

  it.each([
    ['http://models.corp/v1', 'https://'],
    ['https://models.corp.internal/v1', 'public name'],
    ['http://notmodels.corp/v1', 'https://'],
    ['http://ollama.example.com/v1', 'https://'],
    ['https://127.0.0.1/v1', 'public one'],
    ['http://localhost:8080/v1', 'own hosts'],
  ])('by its name is nothing near it: %s', (text, reason) => {
    expect(refusalOf(text, NAMES_ONLY)).toContain(reason);
  });

  it.each([
    ['10.1.2.3', 'http://other.corp', undefined],
    ['10.1.2.3', 'https://other.corp', undefined],
    ['192.168.1.1', 'http://ollama', undefined],
    ['93.184.216.34', 'http://ollama', undefined],
    ['192.168.1.1', 'https://other.corp', 'public one'],
    ['93.184.216.34', 'http://other.corp', 'https://'],
    ['64:ff9b::a00:1', 'http://other.corp', 'https://'],
    ['127.0.0.1', 'http://ollama:8080', 'own hosts'],
    ['127.0.0.1', 'http://ollama:11434', undefined],
    ['::1', 'http://ollama:8081', 'own hosts'],
    ['0.0.0.0', 'http://ollama:8080', 'own hosts'],
    ['64:ff9b::7f00:1', 'http://ollama:8080', 'own hosts'],
    ['2002:7f00:1::', 'http://ollama:8080', 'own hosts'],
    ['10.0.0.7', 'http://a.models.corp:8080', 'own hosts'],
    ['93.184.216.99', 'http://ollama', 'own hosts'],
  ])('that leads to %s is judged for %s: %s', (address, url, reason) => {
    const refusal = refusalAt(address, url, ALLOWING);
    if (reason === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toContain(reason);
  });
});

describe("the address of a metadata service, whatever the operator's list says", () => {
  it.each([
    'http://169.254.169.254/v1',
    'http://169.254.169.254./v1',
    'http://2852039166/v1',
    'http://0xa9fea9fe/v1',
    'http://0xa9.0xfe.0xa9.0xfe/v1',
    'http://0251.0376.0251.0376/v1',
    'http://169.254.43518/v1',
    'http://①⑥⑨.254.169.254/v1',
    'http://%31%36%39.254.169.254/v1',
    'http://100.100.100.200/v1',
    'http://0x646464c8/v1',
    'http://1684301000/v1',
    'http://[::ffff:169.254.169.254]/v1',
    'http://[::ffff:a9fe:a9fe]/v1',
    'http://[::169.254.169.254]/v1',
    'http://[::ffff:0:a9fe:a9fe]/v1',
    'http://[64:ff9b::a9fe:a9fe]/v1',
    'http://[64:ff9b::100.100.100.200]/v1',
    'http://[64:ff9b:1:a9fe:a9:fe00::]/v1',
    'http://[fd99::a9fe:a9fe]/v1',
    'http://[2002:a9fe:a9fe::]/v1',
    'http://[2002:6464:64c8::1]/v1',
    'http://[2001:0:1:2:3:4:5601:5601]/v1',
    'http://[fd00:ec2::254]/v1',
    'http://[fd00:0ec2:0:0:0:0:0:0254]/v1',
  ])('is never %s', (text) => {
    for (const rules of [EVERYTHING, { ...EVERYTHING, allowPrivate: true }])
      expect(refusalOf(text, rules)).toMatch(/metadata/);
  });

  it.each(['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '64:ff9b::a9fe:a9fe', '::ffff:a9fe:a9fe'])(
    'is refused when a name that is allowed leads to %s',
    (address) => {
      expect(refusalAt(address, 'http://cloud.corp', EVERYTHING)).toContain('metadata');
    },
  );
});
