import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { providersQuery, type ProviderAccount } from '../../api/providers.js';
import { sessionState } from '../../api/session.js';
import { renderScreen } from '../../testing/render-screen.js';
import ProvidersScreen from './index.js';

const screen = <ProvidersScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />;
const draw = (value?: unknown, path = '/providers') =>
  renderScreen(screen, { path, seeds: value === undefined ? [] : [[providersQuery().queryKey, value]] });

const account = (changes: Partial<ProviderAccount> = {}): ProviderAccount => ({
  provider: 'provider_a',
  name: 'main',
  state: 'healthy',
  out_until: null,
  reason: null,
  weight: 1,
  ...changes,
});
const listOf = (...data: ProviderAccount[]) => ({ object: 'list', data });

describe('the screen of the providers', () => {
  afterEach(() => sessionState.set({ kind: 'out' }));

  it('says that it loads, and an error in the words of the API', () => {
    expect(draw()).toContain('Loading');
    const failed = draw(new ApiError({ status: 503, code: 'x', message: 'The database is away.' }));
    expect(failed).toMatch(/role="alert".*The database is away\./s);
  });

  it('shows each account with its state, why it is out, and until when exactly', () => {
    const html = draw(
      listOf(
        account({ weight: 3 }),
        account({
          provider: 'provider_b',
          name: 'backup',
          state: 'out',
          reason: 'out_of_quota',
          out_until: '2026-11-30T12:00:00.250Z',
        }),
        account({
          name: 'third',
          state: 'probing',
          reason: 'rate_limited',
          out_until: '2026-11-30T12:00:00Z',
        }),
      ),
    );
    expect(html).toContain('<table aria-label="Providers"');
    expect(html).toMatch(/badge-good">Healthy.*Provider A.*main/s);
    expect(html).toMatch(/badge-bad">Out.*Provider B.*backup.*Nothing is left of its quota/s);
    expect(html).toMatch(/<time datetime="2026-11-30T12:00:00.250Z">[^<]*00\.250/i);
    expect(html).toMatch(/badge-warn">Probing.*Too many requests/s);
    expect(html).not.toMatch(/in \d+ (second|minute|hour)/);
  });

  it('says how to fill an empty list', () => {
    expect(draw(listOf())).toMatch(/No accounts.*PROVIDER_A_API_KEYS/s);
  });

  it('tells an organization why it sees none, without asking for what is refused', () => {
    sessionState.set({ kind: 'in', session: { scope: 'organization', organizationId: 'org_1' } });
    const html = draw();
    expect(html).not.toContain('Loading');
    expect(html).toMatch(/Shown to the operator alone.*403/s);
  });

  it('shows names as text, and leads to the calls that went around a failure', () => {
    const html = draw(listOf(account({ name: '<img src=x>' })));
    expect(html).not.toContain('<img');
    expect(html).toContain('href="/p/prj_1/calls?retry=outage-fallback"');
  });
});
