import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.js';
import { ChatClient } from '../e2e/chat-client.js';
import { eventually, openChat } from '../e2e/stream-call.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { namesIn } from './promql.js';
import { inProject, readText, readYaml } from './read-yaml.js';

/** What Prometheus adds, or makes itself. */
const OF_PROMETHEUS = ['job', 'instance'];

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Record<string, string>;
}
const rules: Rule[] = readYaml(readText('deploy/prometheus/rules.yml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const dashboard = JSON.parse(readText('deploy/grafana/inference-gateway.json'));
const queries: [name: string, query: string, legend: string][] = dashboard.panels.flatMap(
  ({ title, targets = [] }: { title: string; targets?: { expr: string; legendFormat: string }[] }) =>
    targets.map(({ expr, legendFormat }) => [title, expr, legendFormat]),
);

let application: TestApplication;
/** Labels by the name of the series. */
let series: Map<string, Set<string>>;
/** The names of what there was before anything happened. */
let fromTheStart: Set<string>;

beforeAll(async () => {
  application = await startTestApplication();
  const { provider, url } = application;
  fromTheStart = new Set(
    [...(await scrape()).matchAll(/^(\w+)(?:\{.*\})? \S+$/gm)].map(([, name = '']) => name),
  );
  const tenant = await seedTenant(application.dataSource);
  const client = new ChatClient(url, tenant.apiKey);
  await client.ask('vendorb/gpt-4o-mini');
  await (await openChat(url, { apiKey: tenant.apiKey, body: { stream: true } })).whole();
  provider.enqueue(jsonAnswer({ error: { message: 'busy' } }, { status: 503 }));
  await client.ask('vendorb/gpt-4o-mini');
  await client.ask('gpt-99');
  // What does not happen in a moment is told to the counters themselves.
  const metrics = application.app.get(Metrics);
  metrics.paymentAttempted({ kind: 'reload', outcome: 'unanswered' });
  metrics.contentNotKept('database');
  metrics.responseNotKept('database');
  metrics.ownSpansDropped('traces', 1);
  metrics.providerHealth('provider_a', 'default', true);
  const text = await eventually(async () => {
    const said = await scrape();
    return /^gateway_upstream_failures_total/m.test(said) ? said : undefined;
  }, 'a scrape with all that happened');
  series = new Map([['up', new Set(OF_PROMETHEUS)]]);
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Set(OF_PROMETHEUS);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
});
afterAll(() => application.stop());

async function scrape(): Promise<string> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  return (await fetch(`${application.url}/metrics`, { headers })).text();
}

/** What a query names and no scrape has. */
function unknownNames(query: string, legend = ''): string[] {
  const { selectors, groupings } = namesIn(query);
  const unknown = selectors.flatMap(({ metric, labels }) => {
    const known = series.get(metric);
    if (known === undefined) return [metric];
    return labels.filter((label) => !known.has(label)).map((label) => `${metric}{${label}}`);
  });
  const labels = new Set(selectors.flatMap(({ metric }) => [...(series.get(metric) ?? [])]));
  const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
  return [...unknown, ...[...groupings, ...shown].filter((label) => !labels.has(label))];
}

describe('alert rules', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s asks for what there is', (_name, rule) => {
    expect(unknownNames(rule.expr)).toEqual([]);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s has a runbook', (name, { annotations }) => {
    expect(annotations['runbook']).toBe(`docs/operations.md#${name.toLowerCase()}`);
    expect(readText('docs/operations.md').includes(`\n### ${name}\n`)).toBe(true);
  });

  it('see the first time of what they count: its series is there before, or the rule takes a new one for an increase', () => {
    for (const { alert, expr } of rules)
      for (const [, counter = ''] of expr.matchAll(/increase\((\w+)/g))
        expect([alert, counter, fromTheStart.has(counter) || expr.includes(`unless ${counter}`)]).toEqual([
          alert,
          counter,
          true,
        ]);
  });

  it('are found wrong when they name what is not there', () => {
    expect(
      unknownNames('sum by (colour) (rate(gateway_calls_total{shape="round"}[5m])) / gateway_none'),
    ).toEqual(['gateway_calls_total{shape}', 'gateway_none', 'colour']);
    expect(() => namesIn('sum by (rate(')).toThrow(/no PromQL/);
  });
});

describe('the dashboard', () => {
  it.each(queries)('%s asks for what there is: %s', (_title, query, legend) => {
    expect(unknownNames(query, legend)).toEqual([]);
  });

  it('has panels that lie beside each other, each with a name', () => {
    const places = new Set<string>();
    for (const { id, title, gridPos } of dashboard.panels as Panel[]) {
      expect(title).not.toBe('');
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect([id, places.has(`${x}/${y}`)]).toEqual([id, false]);
          places.add(`${x}/${y}`);
        }
    }
    expect(new Set(dashboard.panels.map(({ id }: { id: number }) => id)).size).toBe(dashboard.panels.length);
  });
});

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Debian's package `prometheus` has it; where it is not installed, only the names are checked. */
describe.skipIf(!hasPromtool())('alert rules, in Prometheus itself', () => {
  it('fire when they should, and only then', () => {
    execFileSync('promtool', ['test', 'rules', inProject('deploy/prometheus/rules.test.yml')]);
  });

  it('and the example configuration are taken', () => {
    execFileSync('promtool', [
      'check',
      'config',
      '--syntax-only',
      inProject('deploy/prometheus/prometheus.yml'),
    ]);
  });
});
