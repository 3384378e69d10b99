import { Ajv } from 'ajv';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config/read-settings.js';
import { inProject, readText, readYaml, readYamls, type Parsed } from './read-yaml.js';
import { renderChart, type Release } from './render-chart.js';

const CHART = inProject('deploy/helm/inference-gateway');
const RELEASE: Release = { name: 'inference-gateway', namespace: 'inference-gateway' };
const require = createRequire(import.meta.url);

type Resource = Parsed;

const resourcesOf = (release: Release = RELEASE): Resource[] =>
  [...renderChart(CHART, release).values()].flatMap((text) => readYamls(text));
const withValues = (values: object): Resource[] => resourcesOf({ ...RELEASE, values });
const find = (resources: readonly Resource[], kind: string, name?: string): Resource =>
  resources.find((one) => one.kind === kind && (name === undefined || one.metadata.name.endsWith(name)));
const podsOf = (resources: readonly Resource[]): Resource[] =>
  resources
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec }) => spec.template.spec);

/** Kubernetes' own schemas. @throws Error naming the place */
function validate(resource: Resource): void {
  const [group = '', version] = resource.apiVersion.includes('/')
    ? resource.apiVersion.split('/')
    : ['', resource.apiVersion];
  const folder = group === '' ? version : `${group}/${version}`;
  const Model = require(`kubernetes-models/${folder}/${resource.kind}`)[resource.kind];
  new Model(resource).validate();
}

/** What a job's name must be, as it labels its pods. */
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

const NOBODY = { callersNamespaces: [], monitoringNamespaces: [], egressPorts: [] };

const MANY_VALUES: [string, object][] = [
  ['as it is', {}],
  ['with an ingress', { ingress: { enabled: true } }],
  [
    'without autoscaling, policy and job',
    {
      api: { autoscaling: { enabled: false } },
      networkPolicy: { enabled: false },
      migration: { enabled: false },
    },
  ],
  [
    'with everything that may be set',
    {
      image: { digest: `sha256:${'a'.repeat(64)}`, pullSecrets: ['registry'] },
      settings: { WORKERS: 2, CONSOLE: 'off', LOG_LEVEL: 'warn' },
      api: {
        podAnnotations: { note: 'yes: "quoted"' },
        nodeSelector: { disk: 'fast' },
        tolerations: [{ key: 'calls', operator: 'Exists', effect: 'NoSchedule' }],
        podDisruptionBudget: { maxUnavailable: '25%' },
      },
      networkPolicy: {
        extraEgress: [{ ports: [{ protocol: 'TCP', port: 8443 }] }],
        callersNamespaces: ['a', 'b'],
      },
    },
  ],
  [
    'with numbers of a million and more',
    {
      settings: { BATCH_CAPACITY: 2_000_000, MARKUP: 0.25, TEXT: '1000000' },
      api: { autoscaling: { liveCallsPerPod: 1_500_000 } },
      migration: { timeoutSeconds: 1_000_000 },
    },
  ],
  ['with callers, monitoring and ports nowhere', { networkPolicy: NOBODY }],
];

describe('the chart', () => {
  it.each(MANY_VALUES)('renders what Kubernetes takes, %s', (_name, values) => {
    const resources = withValues(values);
    expect(resources.length).toBeGreaterThan(3);
    for (const resource of resources) {
      validate(resource);
      expect(resource.metadata.namespace).toBe('inference-gateway');
    }
  });

  it('would be found wrong', () => {
    const service = find(resourcesOf(), 'Service');
    expect(() => validate({ ...service, spec: { ...service.spec, ports: [{ port: 'eighty' }] } })).toThrow();
  });

  it.each(MANY_VALUES)('has values that its schema takes, %s', (_name, values) => {
    const schema = JSON.parse(readText('deploy/helm/inference-gateway/values.schema.json'));
    const isValid = new Ajv({ strict: false }).compile(schema);
    const merged = renderedValues(values);
    isValid(merged);
    expect(isValid.errors).toBeNull();
    expect(isValid({ ...merged, replicas: 3 })).toBe(false);
    expect(isValid({ ...merged, settings: { DATABASE_URL: 'postgres://in-the-open' } })).toBe(false);
  });

  it('takes secrets by reference, and has none', () => {
    const resources = resourcesOf();
    expect(resources.some(({ kind }) => kind === 'Secret')).toBe(false);
    for (const { containers } of podsOf(resources))
      for (const { envFrom } of containers)
        expect(envFrom).toEqual([{ secretRef: { name: 'inference-gateway' } }]);
    const { stringData } = readYaml(readText('deploy/kubernetes/secret.example.yaml'));
    expect(() => readSettings(stringData)).not.toThrow();
  });

  it('sets what the gateway takes', () => {
    for (const { containers } of podsOf(withValues({ settings: { WORKERS: 2 } })))
      for (const { env } of containers) {
        const environment = Object.fromEntries(env.map(({ name, value }: Parsed) => [name, value]));
        expect(readSettings({ ...environment, DATABASE_URL: 'postgres://db/gateway' })).toMatchObject({
          port: 8080,
          batchGatewayPort: 8081,
          workers: 2,
          shutdownDelayMs: 10_000,
        });
      }
  });

  it('says numbers of a million and more in full', () => {
    const resources = withValues({
      settings: { BATCH_CAPACITY: 2_000_000 },
      migration: { timeoutSeconds: 1_000_000 },
    });
    for (const { containers } of podsOf(resources))
      expect(containers[0].env).toContainEqual({ name: 'BATCH_CAPACITY', value: '2000000' });
    expect(find(resources, 'Job').spec.activeDeadlineSeconds).toBe(1_000_000);
    expect(
      renderChart(CHART, { ...RELEASE, values: { migration: { timeoutSeconds: 1e6 } } }).get(
        'migration-job.yaml',
      ),
    ).toContain('activeDeadlineSeconds: 1000000\n');
  });

  it('lets nobody in and nothing out where nothing is listed', () => {
    const resources = withValues({ networkPolicy: NOBODY });
    for (const { spec } of resources.filter(({ kind }) => kind === 'NetworkPolicy')) {
      expect(spec.policyTypes).toContain('Ingress');
      expect(spec.ingress).toEqual([]);
    }
    // Names are still looked up; nothing else goes out.
    expect(find(resources, 'NetworkPolicy').spec.egress).toHaveLength(1);
  });

  it('runs nothing as root, nothing that gains rights, and on a root file system that is read-only', () => {
    for (const { securityContext, containers, automountServiceAccountToken } of podsOf(resourcesOf())) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(automountServiceAccountToken).toBe(false);
      for (const container of containers)
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  it.each([
    [10, 30],
    [0, 300],
  ])('waits longer than a delay of %i s, a grace of %i s and what follows', (delaySeconds, graceSeconds) => {
    const resources = withValues({ shutdown: { delaySeconds, graceSeconds } });
    for (const name of ['-api', '-worker'])
      expect(
        find(resources, 'Deployment', name).spec.template.spec.terminationGracePeriodSeconds,
      ).toBeGreaterThan(delaySeconds + graceSeconds + 20);
  });

  it('asks the probes that there are', () => {
    const [{ containers }] = podsOf(resourcesOf());
    expect(containers[0].readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
    expect(containers[0].livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(containers[0].startupProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
  });

  it('scales by the calls in flight, by the name that /metrics has, and leaves the count to that', () => {
    const resources = resourcesOf();
    const { spec } = find(resources, 'HorizontalPodAutoscaler');
    const [{ pods }] = spec.metrics;
    expect(readText('src/metrics/metrics.ts').includes(`'${pods.metric.name}'`)).toBe(true);
    expect(
      readText('deploy/kubernetes/prometheus-adapter.example.yaml').includes(`as: ${pods.metric.name}\n`),
    ).toBe(true);
    expect(spec.scaleTargetRef.name).toBe(find(resources, 'Deployment', '-api').metadata.name);
    expect(find(resources, 'Deployment', '-api').spec.replicas).toBeUndefined();
    expect(
      find(withValues({ api: { autoscaling: { enabled: false } } }), 'Deployment', '-api').spec.replicas,
    ).toBe(2);
  });

  it('selects its own pods everywhere, and with two releases no other ones', () => {
    for (const name of ['inference-gateway', 'second']) {
      const resources = resourcesOf({ name, namespace: 'ns' });
      const labels = find(resources, 'Deployment', '-api').spec.template.metadata.labels;
      const selectors = [
        find(resources, 'Service').spec.selector,
        find(resources, 'PodDisruptionBudget').spec.selector.matchLabels,
        find(resources, 'Deployment', '-api').spec.selector.matchLabels,
        find(resources, 'NetworkPolicy', '-api').spec.podSelector.matchLabels,
      ];
      for (const selector of selectors)
        expect(labels).toMatchObject({ ...selector, 'app.kubernetes.io/instance': name });
      expect(new Set(resources.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).size).toBe(
        resources.length,
      );
    }
  });

  it.each(['2026', '1e3', 'true', 'inference-for-all-teams-of-a-large-company-production'])(
    'renders what Kubernetes takes for the release and namespace %s',
    (name) => {
      const values = {
        image: { pullSecrets: [name] },
        existingSecret: name,
        ingress: { enabled: true, className: name, tlsSecret: name },
      };
      const resources = resourcesOf({ name, namespace: name, values });
      for (const resource of resources) {
        validate(resource);
        expect(resource.metadata.namespace).toBe(name);
        expect(resource.metadata.labels['app.kubernetes.io/instance']).toBe(name);
        expect(resource.metadata.name).toMatch(DNS_LABEL);
      }
      for (const { imagePullSecrets, containers } of podsOf(resources)) {
        expect(imagePullSecrets).toEqual([{ name }]);
        expect(containers[0].envFrom).toEqual([{ secretRef: { name } }]);
      }
    },
  );

  it('has a migration of its own for each version of each release, however long their names are', () => {
    const company = 'inference-for-all-teams-of-a-large-company';
    const releases = [`${company}-eu`, `${company}-us`, 'short'].flatMap((name) =>
      ['1.2.3', '1.2.4', 'f'.repeat(40)].map((tag) => ({
        name,
        namespace: 'ns',
        values: { image: { tag } },
      })),
    );
    const names = releases.map((release) => find(resourcesOf(release), 'Job').metadata.name as string);
    expect(new Set(names).size).toBe(releases.length);
    for (const name of names) expect(name).toMatch(DNS_LABEL);
  });

  it('migrates with the image that it starts, before it', () => {
    const resources = withValues({ image: { tag: '1.2.3_Beta' } });
    const job = find(resources, 'Job');
    expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(job.metadata.name).toBe('inference-gateway-migrate-1-2-3-beta');
    expect(job.spec.template.spec.containers[0]).toMatchObject({
      image: 'inference-gateway:1.2.3_Beta',
      command: ['node', 'dist/migrate.main.js'],
    });
  });
});

function renderedValues(values: object): Parsed {
  const base = readYaml(readText('deploy/helm/inference-gateway/values.yaml'));
  const merge = (one: Parsed, other: Parsed): Parsed =>
    typeof one === 'object' && typeof other === 'object' && !Array.isArray(other)
      ? Object.fromEntries(
          [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
            name,
            name in other ? (name in one ? merge(one[name], other[name]) : other[name]) : one[name],
          ]),
        )
      : other;
  return merge(base, values);
}

describe('the plain manifests', () => {
  it('are the chart as it is, and renewed with `-u`', async () => {
    const head =
      '# Rendered from deploy/helm/inference-gateway with its own values: change those, then\n' +
      '# `npx vitest run --project e2e test/deploy/chart.spec.ts -u`. Apply the job first and wait for it.\n';
    const rendered = [...renderChart(CHART, RELEASE)].filter(([, text]) => text.trim() !== '');
    const text = rendered.map(([, document]) => `---\n${document.trim()}\n`).join('');
    await expect(head + text).toMatchFileSnapshot(inProject('deploy/kubernetes/inference-gateway.yaml'));
    for (const resource of readYamls(readText('deploy/kubernetes/inference-gateway.yaml')))
      validate(resource);
  });
});

const GO_PATH = '/usr/share/gocode';
/** Of Debian's golang-go, golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev: what Helm is made of. */
const LIBRARIES = ['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml'];

function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return LIBRARIES.every((library) => existsSync(path.join(GO_PATH, 'src', library)));
  } catch {
    return false;
  }
}

/** Helm's engine is Go's templates and these; where they are installed, the same charts are rendered with them. */
describe.skipIf(!hasGo())("the chart in Go's own templates", () => {
  it('is what the tests render', { timeout: 300_000 }, () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'chart-'));
    const program = path.join(directory, 'render');
    const environment = {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: GO_PATH,
      GOCACHE: path.join(directory, 'cache'),
    };
    execFileSync('go', ['build', '-o', program, inProject('test/deploy/render-chart.go')], {
      env: environment,
    });
    for (const { name, namespace, values = {} } of [
      ...MANY_VALUES.map(([, values]) => ({ ...RELEASE, values })),
      { name: '2026', namespace: '1e3' },
      { name: `${'long-'.repeat(9)}name`, namespace: 'ns', values: { image: { tag: '1.2.3' } } },
    ]) {
      const input = path.join(directory, 'input.json');
      const chart = readYaml(readText('deploy/helm/inference-gateway/Chart.yaml'));
      writeFileSync(
        input,
        JSON.stringify({
          Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
          Release: { Name: name, Namespace: namespace, Service: 'Helm' },
          Values: renderedValues(values),
        }),
      );
      const said = JSON.parse(
        execFileSync(program, [path.join(CHART, 'templates'), input]).toString(),
      ) as Record<string, string>;
      const ours = renderChart(CHART, { name, namespace, values });
      expect([...ours.keys()].sort()).toEqual(Object.keys(said).sort());
      for (const [file, text] of ours) expect(readYamls(text)).toEqual(readYamls(said[file] ?? ''));
    }
    rmSync(directory, { recursive: true, force: true });
  });
});
