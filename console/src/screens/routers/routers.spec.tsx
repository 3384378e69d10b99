import { QueryClient } from '@tanstack/preact-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { modelsQuery } from '../../api/models.js';
import { routerPartsQuery, routersQuery, versionsPath } from '../../api/routers.js';
import type { Router, RouterVersion } from '../../api/types.js';
import { pagesQuery } from '../../api/use-pages.js';
import { pagesOf, renderScreen, type Seed } from '../../testing/render-screen.js';
import RoutersScreen from './index.js';
import { PreviewStatus } from './preview-status.js';
import { editOf } from '../../parts/edits/edit.js';
import { savedOf, type EditedRouter } from './router-draft.js';
import { StaleRouter } from './stale-router.js';

const { queryKey } = routersQuery('prj_1');
const list = (data: readonly unknown[]) => ({ data, has_more: false, last_id: null });

const router = (changes: Partial<Router> = {}): Router => ({
  id: 'rtr_1',
  project_id: 'prj_1',
  name: 'Default router',
  origin: 'default',
  label: 'Default',
  auto: true,
  anchor_model: null,
  tiers: { big: 'vendora/claude', medium: 'vendorb/gpt', small: null },
  in_force: {
    big: { model: 'vendora/claude', reason: null },
    medium: { model: null, reason: 'vendorb/gpt is off by policy.' },
    small: { model: null, reason: 'No model is set.' },
  },
  threshold: null,
  record_threshold: null,
  record_reason: null,
  fallback: { on: [] },
  threshold_in_force: { value: 0.62, source: 'default' },
  created_at: '2026-11-29T12:00:00.000Z',
  updated_at: '2026-11-29T12:00:00.000Z',
  etag: '"one"',
  ...changes,
});

const version = (number: number, changes: Partial<RouterVersion> = {}): RouterVersion => ({
  id: `ver_${number}`,
  number,
  who: 'operator',
  who_name: null,
  when: `2026-11-29T12:0${number - 1}:00.000Z`,
  name: 'Default router',
  auto: true,
  threshold: null,
  record_threshold: null,
  record_reason: null,
  fallback: { on: [] },
  tiers: router().tiers,
  ...changes,
});

const draw = (value: unknown, { rowId, seeds = [] }: { rowId?: string; seeds?: readonly Seed[] } = {}) =>
  renderScreen(<RoutersScreen projectId="prj_1" organizationId="org_1" rowId={rowId} />, {
    path: rowId === undefined ? '/p/prj_1/routers' : `/p/prj_1/routers/${rowId}`,
    seeds: [[queryKey, value], ...seeds],
  });

const withRow = (rows: readonly Router[], versions: readonly RouterVersion[] = []) =>
  draw(list(rows), {
    rowId: 'rtr_1',
    seeds: [
      [pagesQuery<RouterVersion>(versionsPath('rtr_1')).queryKey, pagesOf(versions)],
      [routerPartsQuery(new QueryClient(), 'rtr_1').queryKey, { ...router(), recommendations: list([]) }],
      [modelsQuery().queryKey, []],
    ],
  });

describe('the screen of the routers', () => {
  it('says that it loads', () => {
    expect(
      renderScreen(<RoutersScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />),
    ).toContain('Loading');
  });

  it('says what fills an empty list', () => {
    expect(draw(list([]))).toMatch(/No routers.*A router chooses the model/s);
  });

  it('says an error in the words of the API', () => {
    expect(draw(new ApiError({ status: 404, code: 'not_found', message: 'No such project.' }))).toMatch(
      /role="alert".*No such project\..*Try again/s,
    );
  });

  it('lists what is in force of each, of many too', () => {
    const html = draw(list(Array.from({ length: 200 }, (_, index) => router({ id: `rtr_${index}` }))));
    expect(html).toContain('<table aria-label="Routers"');
    expect(html).toContain('vendora/claude');
    expect(html).toContain('title="vendorb/gpt is off by policy."');
    expect(html.match(/data-row=/g)!.length).toBeLessThan(100);
  });
});

describe('an open router', () => {
  it('says what is in force and why a tier is not', () => {
    const html = withRow([router()]);
    expect(html).toContain('In force: vendora/claude');
    expect(html).toContain('Not in force: vendorb/gpt is off by policy.');
    expect(html).toContain('0.62, the service’s own');
    for (const name of ['Save', 'Discard']) expect(html).toMatch(new RegExp(`<button[^>]*>${name}</button>`));
    for (const name of ['Test', 'Recommendations', 'Versions']) expect(html).toContain(`>${name}</h3>`);
  });

  it('that is anchored follows the auto router where a tier is empty', () => {
    const html = withRow([router({ anchor_model: 'vendora/claude', auto: false, label: 'From your code' })]);
    expect(html).toContain('placeholder="Follows the auto router"');
    expect(html).toContain('Calls that name vendora/claude');
  });

  it('shows what each version changed, and restores all but that of now', () => {
    const html = withRow(
      [router()],
      [
        version(2, {
          tiers: { ...router().tiers, big: 'vendora/other' },
          who: 'tok_1',
          who_name: '<i>CI</i>',
        }),
        version(1),
      ],
    );
    expect(html).toMatch(/version 2.*Big:.*vendora\/claude.*vendora\/other.*version 1/s);
    expect(html.match(/>Restore</g)).toHaveLength(1);
    expect(html).not.toContain('<i>');
  });

  it('that is not there says so', () => {
    expect(withRow([router({ id: 'rtr_2' })])).toContain('No such router');
  });
});

it('a stale draft names both versions and shows them beside it', () => {
  const began = savedOf(router());
  const stale = editOf(began, { ...began.values, threshold: 0.5 });
  const draft = { stale, goOn: () => undefined, discard: () => undefined } as unknown as EditedRouter;
  const saved = router({ etag: '"two"', updated_at: '2026-11-29T12:01:00.000Z', name: 'Theirs' });
  const html = renderScreen(
    <StaleRouter router={saved} draft={draft} versions={[version(2, { name: 'Theirs' }), version(1)]} />,
  );
  expect(html).toMatch(/role="alert".*version 1.*version 2, by the operator/s);
  expect(html).toMatch(
    /Name<\/th>.*Default router.*<mark><bdi>Theirs.*Threshold<\/th>.*none.*<mark><bdi>0\.5/s,
  );
  expect(html).toContain('Continue with my draft');
});

describe('a preview', () => {
  const read = (data: object | undefined, error: Error | null = null) =>
    ({ data, error, isFetching: false }) as never;
  const decision = {
    object: 'route.decision',
    configured: true,
    tier: 'strong',
    model: 'vendora/claude',
    complexity: 0.7,
    threshold: 0.62,
    reasons: ['<b>Machine task.</b>'],
    estimate_usd: 1.2e-7,
  };

  it('shows draft and saved beside each other, money without an exponent', () => {
    const html = renderScreen(
      <PreviewStatus isAsked saved={read(decision)} draft={read({ ...decision, tier: 'small' })} />,
    );
    expect(html).toMatch(/role="status".*Draft.*small.*Saved.*strong.*\$0\.00000012/s);
    expect(html).not.toContain('<b>');
  });

  it('says why nothing is decided, and what is wrong with a draft', () => {
    const html = renderScreen(
      <PreviewStatus
        isAsked
        saved={read({ object: 'route.decision', configured: false, reason: 'No routers.' })}
        draft={read(undefined, new Error('`big` is unknown.'))}
      />,
    );
    expect(html).toMatch(/`big` is unknown\..*No decision.*No routers\./s);
  });
});
