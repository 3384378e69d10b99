import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { ledgerPath, organizationQuery } from '../../api/money.js';
import type { LedgerRow, Organization } from '../../api/types.js';
import { pagesQuery } from '../../api/use-pages.js';
import { StaleAlert } from '../../parts/edits/stale-alert.js';
import { overviewOf } from '../../testing/answers.js';
import { pagesOf, renderScreen, type Seed } from '../../testing/render-screen.js';
import MoneyScreen from './index.js';
import { RELOAD_WORDS, reloadValues } from './reload-values.js';

const FROM = '2026-11-01T00:00:00Z';
const path = `/o/org_1/money?from=${FROM}`;
const screen = <MoneyScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />;
const ledgerKey = pagesQuery<LedgerRow>(ledgerPath('org_1'), {
  query: { from: FROM, to: undefined },
}).queryKey;
const { organization } = overviewOf({});

const money = (changes: Partial<Organization>): Seed => [
  organizationQuery('org_1').queryKey,
  { data: { ...organization, ...changes }, etag: '"1"' },
];
const draw = (...seeds: readonly Seed[]) => renderScreen(screen, { path, seeds });

const movement = (index: number, changes: Partial<LedgerRow> = {}): LedgerRow => ({
  id: `led_${index}`,
  created_at: '2026-11-29T12:00:00.000Z',
  kind: 'usage',
  amount_usd: -4.2e-8,
  reference: `call_${index}`,
  note: null,
  ...changes,
});

describe('the screen of the money', () => {
  it('says that it loads', () => {
    expect(draw()).toMatch(/<h1.*Add credits.*Loading/s);
  });

  it('says an error in the words of the API, with another try', () => {
    const error = new ApiError({ status: 404, code: 'not_found', message: 'No such organization.' });
    expect(draw([organizationQuery('org_1').queryKey, error])).toMatch(
      /role="alert".*No such organization\..*Try again/s,
    );
  });

  it('prints money as it is: no exponent, no rounding, the sign first', () => {
    const html = draw(money({ balance_usd: 1e-12, reserved_usd: -0.5 }), [ledgerKey, pagesOf([movement(1)])]);
    for (const amount of ['$0.000000000001', '-$0.5', '-$0.000000042']) expect(html).toContain(amount);
    expect(html).not.toMatch(/\de-\d/);
  });

  it('says a balance that is used up, and not where calls go on', () => {
    expect(draw(money({ balance_usd: 0 }))).toContain('refused with 402');
    expect(draw(money({ balance_usd: 0, pay_as_you_go: true }))).not.toContain('refused with 402');
  });

  it('tells who edits reload that somebody saved meanwhile, with both versions and the draft', () => {
    const base = { enabled: false, threshold: '0', amount: '0' };
    const html = renderScreen(
      <StaleAlert
        title="Somebody changed it"
        message=""
        versions={['before', 'now']}
        stale={{ base, values: { ...base, threshold: '5' }, etag: '"1"' }}
        saved={reloadValues({
          ...organization,
          auto_reload: { enabled: true, threshold_usd: 7, amount_usd: 0 },
        })}
        words={RELOAD_WORDS}
        onGoOn={() => undefined}
        onTake={() => undefined}
      />,
    );
    expect(html).toMatch(
      /Reload by itself<.*>no<.*<mark><bdi>yes<.*>no<.*Threshold.*>0<.*<mark><bdi>7<.*<mark><bdi>5</s,
    );
    expect(html).not.toContain('Top up by');
  });

  it('says a card that was declined', () => {
    const card = {
      payment_method: 'pm_1',
      provider: 'sandbox' as const,
      brand: '<b>visa',
      last4: '4242',
      exp_month: 3,
      exp_year: 2030,
      saved_at: '2026-11-01T00:00:00.000Z',
      declined_at: '2026-11-29T00:00:00.000Z',
    };
    const html = draw(money({ card }));
    expect(html).toMatch(/03\/2030.*role="alert".*declined/s);
    expect(html).not.toContain('<b>');
  });

  it('says that nothing is told yet, with a form for it', () => {
    const html = draw(money({ alerts: null }));
    expect(html).toMatch(/Nothing is told yet.*URL.*Events.*Low balance.*Balance below/s);
    expect(html).not.toContain('Turn off');
  });

  it('shows where what is told, as text, and no secret', () => {
    const alerts = {
      url: 'https://example.com/"><img src=x>',
      balance_below_usd: 1e-12,
      events: ['balance_below' as const],
      created_at: '2026-11-29T00:00:00.000Z',
      updated_at: '2026-11-29T00:00:00.000Z',
    };
    const html = draw(money({ alerts }));
    expect(html).toMatch(/value="0\.000000000001"/);
    expect(html).not.toContain('<img');
    expect(html).toMatch(/Test<.*Turn off<.*Last deliveries<.*Show secret<.*Rotate secret</s);
  });

  it('says what fills an empty ledger', () => {
    expect(draw([ledgerKey, pagesOf([])])).toMatch(/No movements here.*add credits/s);
  });

  it('leads from a movement to its call, and shows notes as text', () => {
    const rows = [movement(1), movement(2, { kind: 'credit', reference: 'my key', note: '<img src=x>' })];
    const html = draw([ledgerKey, pagesOf(rows)]);
    expect(html).toContain('<table aria-label="Ledger"');
    expect(html).toContain('/p/prj_1/calls/call_1');
    expect(html).not.toContain('calls/my');
    expect(html).not.toContain('<img');
  });

  it('draws of many movements those that can be seen', () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => movement(index));
    const html = draw([ledgerKey, pagesOf(rows, true)]);
    expect(html.match(/data-row=/g)!.length).toBeLessThan(100);
    expect(html).toContain('Load more');
  });
});
