import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.js';
import { providerKeysQuery, type ProviderKey } from '../../../api/provider-keys.js';
import { renderScreen } from '../../../testing/render-screen.js';
import { OwnKeyDialog } from './own-key-dialog.js';
import { OwnKeysRegion } from './own-keys-region.js';

const key = (changes: Partial<ProviderKey> = {}): ProviderKey => ({
  provider: 'provider_b',
  created_at: '2026-11-29T12:00:00.000Z',
  fall_back_to_system: false,
  ...changes,
});
const draw = (value?: unknown) =>
  renderScreen(<OwnKeysRegion projectId="prj_1" />, {
    path: '/p/prj_1/keys',
    seeds: value === undefined ? [] : [[providerKeysQuery('prj_1').queryKey, value]],
  });

describe("a project's own provider keys", () => {
  it('say that they load, and an error in the words of the API', () => {
    expect(draw()).toContain('Loading');
    const failed = draw(new ApiError({ status: 404, code: 'not_found', message: 'No such project.' }));
    expect(failed).toMatch(/role="alert".*No such project\./s);
  });

  it('say of each provider what happens to calls of its models', () => {
    const html = draw([key(), key({ provider: 'marketplace', fall_back_to_system: true })]);
    expect(html).toMatch(/Provider A.*None: calls go out on the accounts.*Set<.*Provider B/s);
    expect(html).toMatch(/Provider B.*reaches the caller as it came.*Replace<.*Delete<.*Marketplace/s);
    expect(html).toMatch(
      /Marketplace.*401, or the provider fails, an account of the gateway answers.*Delete</s,
    );
  });

  it('are typed where nobody reads them, with what stands chosen', () => {
    const dialog = (kept: ProviderKey | undefined) =>
      renderScreen(
        <OwnKeyDialog projectId="prj_1" provider="provider_b" kept={kept} onClose={() => undefined} />,
      );
    expect(dialog(undefined)).toMatch(/Set your own key at Provider B.*type="password"/s);
    expect(dialog(undefined)).not.toMatch(/type="checkbox"[^>]* checked/);
    expect(dialog(key({ fall_back_to_system: true }))).toMatch(
      /Replace your own key at Provider B.*type="checkbox"[^>]* checked/s,
    );
  });
});
