import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { callQuery, callsPath, histogramQuery, type Call, type OpenCall } from '../../api/calls.js';
import { projectsQuery } from '../../api/organizations.js';
import { keysetQuery } from '../../api/use-keyset-pages.js';
import { attempt, call } from '../../testing/example-calls.js';
import { renderScreen, type Seed } from '../../testing/render-screen.js';
import CallsScreen from './index.js';

const FROM = '2026-11-29T00:00:00Z';
const path = (row = '', search = '') => `/p/prj_1/calls${row}?from=${FROM}${search}`;
const screen = (rowId?: string) => <CallsScreen projectId="prj_1" organizationId="org_1" rowId={rowId} />;
const query = { from: FROM, to: undefined };
const polled = { pollMs: 10_000, timeOf: ({ created_at }: Call) => created_at };
const listKey = (at?: string) => keysetQuery<Call>(callsPath('prj_1'), { query, at, ...polled }).queryKey;

const pages = (calls: readonly Call[], has_more = false) => ({
  pages: [{ data: calls, has_more, first_id: calls[0]?.id ?? null, last_id: calls.at(-1)?.id ?? null }],
  pageParams: [{}],
});

const draw = (calls: unknown, ...seeds: Seed[]) =>
  renderScreen(screen(), { path: path(), seeds: [[listKey(), calls], ...seeds] });

const drawOpen = (open: Call) =>
  renderScreen(screen(open.id), {
    path: path(`/${open.id}`),
    seeds: [
      [callQuery(open.id).queryKey, open],
      [listKey(new Date(Date.parse(open.created_at) + 1).toISOString()), pages([open])],
    ],
  });

describe('the screen of the calls', () => {
  it('says that it loads, with its filters by the names of the contract', () => {
    const html = renderScreen(screen(), { path: path() });
    expect(html).toContain('Loading');
    for (const name of ['Period', 'Status', 'Model', 'Key', 'Tier', 'Tag', 'User', 'Session'])
      expect(html).toContain(`>${name}</label>`);
    expect(html).toContain('<option value="error">Error</option>');
  });

  it('says how to fill an empty list, and what to change when filters left nothing', () => {
    expect(draw(pages([]))).toMatch(/No calls in this period.*curl .*Show the last 30 days/s);
    const filtered = { ...query, status: 'error' };
    const { queryKey } = keysetQuery<Call>(callsPath('prj_1'), {
      query: filtered,
      at: undefined,
      ...polled,
    });
    const html = renderScreen(screen(), { path: path('', '&status=error'), seeds: [[queryKey, pages([])]] });
    expect(html).toMatch(/No call of this period passes the filters.*Clear filters/s);
  });

  it('offers to search on where nothing passed among the calls that were looked at', () => {
    const searched = { data: [], has_more: true, first_id: 'call_5', last_id: 'call_5' };
    const html = draw({ pages: [searched], pageParams: [{}] });
    expect(html).toMatch(/No call yet that passes the filters.*Search on/s);
    expect(html).not.toContain('No calls in this period');
  });

  it('says an error in the words of the API', () => {
    const error = new ApiError({
      status: 400,
      code: 'x',
      message: '`status` must be `error`.',
      param: 'status',
    });
    expect(draw(error)).toMatch(/role="alert".*`status` must be `error`\..*Try again/s);
  });

  it('shows what each call was, with money as the API gave it, and that several models were asked', () => {
    const html = draw(
      pages([
        call(1, { billed_usd: 4e-8 }),
        call(2, {
          status: 503,
          served_model: null,
          attempts: [attempt({ status: 503 }), attempt({ status: 0 })],
        }),
      ]),
    );
    expect(html).toContain('<table aria-label="Calls"');
    expect(html).toContain('$0.00000004');
    expect(html).toContain('2 attempts');
    expect(html).toContain('badge-bad">503');
  });

  it('draws of many rows those that can be seen', () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => call(index));
    expect(draw(pages(rows, true)).match(/data-row=/g)!.length).toBeLessThan(100);
  });

  it('says that only loaded rows are sorted', () => {
    const html = renderScreen(screen(), {
      path: path('', '&sort=-cost_usd'),
      seeds: [[listKey(), pages([call(1, { billed_usd: 1e-7 }), call(2, { billed_usd: 0.1 })], true)]],
    });
    expect(html).toContain('Sorted among the rows that are loaded.');
    expect(html.indexOf('$0.1<')).toBeLessThan(html.indexOf('$0.0000001<'));
  });

  it('has bars over time that say what they are', () => {
    const data = [{ hour: '2026-11-29T01:00:00Z', calls: 5, errors: 2 }];
    const answer = { object: 'calls.histogram', from: FROM, to: '2026-11-29T03:00:00Z', data };
    const html = draw(pages([call(1)]), [histogramQuery('prj_1', query).queryKey, answer]);
    expect(html).toMatch(/type="range"[^>]*aria-label="Position in time"/);
    expect(html).toContain('bars-errors');
    expect(html).toContain('Show as table');
  });
});

describe('an open call', () => {
  it('says why its model served, and what was considered', () => {
    const html = drawOpen(
      call(1, {
        tier: 'small',
        group_id: 'grp_1',
        group_name: 'Invoices',
        decided_by: { kind: 'machine', complexity: 0.25, threshold: 0.5, considered: ['m/small', 'm/big'] },
      }),
    );
    expect(html).toContain('Call call_0001');
    expect(html).toMatch(
      /Why this model.*the top of the router answers.*small: the small model.*Machine task.*0\.25 \(hard above 0\.5\).*m\/small.*m\/big/s,
    );
    expect(html).toContain('href="/p/prj_1/groups/grp_1"');
    expect(html).toContain('href="/p/prj_1/routers/rtr_1"');
  });

  it('has attempts that sum up to what the ledger took', () => {
    const attempts = [
      attempt({ cost_usd: 0.1, status: 429, retry_reason: 'cascade' }),
      attempt({ cost_usd: 0.2, usage: { input_tokens: 5, cache_read_tokens: 7, output_tokens: 3 } }),
    ];
    const html = drawOpen(call(1, { attempts, billed_usd: 0.3 }));
    expect(html).toContain('<table aria-label="Attempts"');
    expect(html).toMatch(
      /cascade.*5 input, 7 read from cache, 3 output.*\$0\.3<.*\$0\.3<.*The same, to the last/s,
    );
    expect(html).toContain('href="/o/org_1/money?reference=call_0001"');
    expect(drawOpen(call(1, { attempts, billed_usd: 0.300000000001 }))).toMatch(
      /role="alert".*They differ by -\$0\.000000000001\./s,
    );
  });

  it('says in words what was asked after what, and why', () => {
    const html = drawOpen(
      call(1, {
        attempts: [
          attempt({ account: 'own', status: 429, cost_usd: 0, billed: false }),
          attempt({ account: 'main', status: 529, cost_usd: 0, retry_reason: 'outage-fallback' }),
          attempt({ model: 'vendorb/gpt-4o', provider: 'provider_b', retry_reason: 'outage-fallback' }),
        ],
      }),
    );
    expect(html).toMatch(
      /<ol[^>]*aria-label="What happened, step by step".*Asked first:.*Provider A \/ your own key.*\(429\).*Costs nothing here.*Your own key did not work.*Provider A \/ main.*overloaded.*\(529\).*another model that may serve.*vendorb\/gpt-4o at Provider B \/ default.*it answered\./s,
    );
    expect(html).not.toContain('Billed to');
    expect(drawOpen(call(1))).not.toContain('What happened, step by step');
  });

  it('says that a call on an own key costs nothing here', () => {
    const own = call(1, {
      attempts: [attempt({ account: 'own', cost_usd: 0, billed: false })],
      billed_usd: 0,
    });
    expect(drawOpen(own)).toMatch(/Billed to.*Your own provider key.*The same, to the last/s);
    expect(draw(pages([own]))).toContain('>own key<');
  });

  it('is marked in the list when its answer was in the cache', () => {
    const cached = call(1, { cache: 'hit', attempts: [], billed_usd: 0 });
    expect(draw(pages([cached, call(2)])).match(/>cached</g)).toHaveLength(1);
  });

  it('links to its trace, its key and its batch', () => {
    const html = drawOpen(call(1, { trace_id: 'a'.repeat(32), batch_id: 'batch_1' }));
    expect(html).toContain(`href="/p/prj_1/traces/${'a'.repeat(32)}"`);
    expect(html).toContain('href="/p/prj_1/keys"');
    expect(html).toContain('href="/p/prj_1/batches/batch_1"');
    expect(drawOpen(call(1))).toContain('No trace');
  });

  it('shows what models and callers wrote as text', () => {
    const written = '<img src=x onerror=alert(1)>';
    const html = drawOpen(
      call(1, {
        requested_model: written,
        reasons: [written],
        key_name: written,
        attempts: [attempt({ model: written })],
      }),
    );
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
  });

  it('that is not there says so in the words of the API', () => {
    const error = new ApiError({ status: 404, code: 'not_found', message: 'No such call.' });
    const html = renderScreen(screen('call_x'), {
      path: path('/call_x'),
      seeds: [
        [callQuery('call_x').queryKey, error],
        [listKey(), pages([call(1)])],
      ],
    });
    expect(html).toContain('No such call.');
    expect(html).toContain('<table aria-label="Calls"');
  });
});

describe('whom a call was made for', () => {
  it('is said on the call, and leads to all the calls of the same', () => {
    const html = drawOpen(
      call(1, {
        tags: ['team-a', 'run:7'],
        end_user: '<ann> & co',
        session_id: 's1',
        metadata: { order: '<7>' },
      }),
    );
    expect(html).toContain('Made for');
    for (const link of ['tag=team-a', 'tag=run%3A7', 'user=%3Cann%3E%20%26%20co', 'session=s1'])
      expect(html).toContain(`/p/prj_1/calls?${link}"`);
    expect(html).toContain('order: &lt;7>');
  });

  it('is left out where nobody said it', () => {
    expect(drawOpen(call(1))).not.toContain('Made for');
  });
});

describe('a call that was answered from the cache', () => {
  it('says so, and that nothing was sent to a provider', () => {
    const html = drawOpen(call(0, { cache: 'hit', attempts: [], usage: null, cost_usd: 0, billed_usd: 0 }));
    expect(html).toMatch(/cache: hit.*Nothing was sent to a provider/s);
    expect(drawOpen(call(0))).not.toContain('cache:');
  });
});

describe('the content that is kept of a call', () => {
  const fault = 'It was encrypted with another key. The operator can put that key into `SECRETS_KEY_OLD`.';
  const unreadable: OpenCall = { ...call(1), content: null, contentFault: fault };

  it('that cannot be read any more is said, with the way out, beside the bill', () => {
    const html = drawOpen(unreadable);
    expect(html).toMatch(/>Attempts<.*>Content<.*role="alert".*SECRETS_KEY_OLD/s);
    expect(html).not.toContain('Show as sent');
  });

  it('that could not be read this time is said of a listed call too, with another try', () => {
    const error = new ApiError({ status: 503, code: 'database_unavailable', message: 'Try again later.' });
    const html = renderScreen(screen('call_0001'), {
      path: path('/call_0001'),
      seeds: [
        [callQuery('call_0001').queryKey, error],
        [listKey(), pages([call(1)])],
        [projectsQuery('org_1').queryKey, [{ id: 'prj_1', call_content: { enabled: true } }]],
      ],
    });
    expect(html).toMatch(/>Attempts<.*>Content<.*role="alert".*Try again later\..*Try again</s);
  });

  it('has no region where nothing is kept', () => {
    expect(drawOpen(call(1))).not.toContain('>Content<');
  });
});
