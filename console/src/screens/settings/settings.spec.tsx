import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { sessionState } from '../../api/session.js';
import { statusQuery } from '../../api/status.js';
import { statusOf } from '../../testing/answers.js';
import { renderScreen } from '../../testing/render-screen.js';
import SettingsScreen from './index.js';
import { snippetsFor } from './snippets.js';

const screen = <SettingsScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />;
const draw = (value?: unknown, path = '/settings') =>
  renderScreen(screen, { path, seeds: value === undefined ? [] : [[statusQuery().queryKey, value]] });

describe('the settings', () => {
  afterEach(() => sessionState.set({ kind: 'out' }));

  it('say that the status loads, and show the first steps meanwhile', () => {
    expect(draw()).toMatch(/Loading.*First steps.*svc_live_YOUR_KEY/s);
  });

  it('say an error of the status in the words of the API', () => {
    expect(draw(new ApiError({ status: 503, code: 'x', message: 'The database is away.' }))).toMatch(
      /role="alert".*The database is away\./s,
    );
  });

  it('say what is down, what is not configured and what is simulated', () => {
    const html = draw(
      statusOf({
        database: { state: 'down', version: null, latency_ms: null, changes_heard: false },
        traces: { store: 'clickhouse', state: 'down' },
        providers: [
          { provider: 'provider_a', configured: true, simulated: true },
          { provider: 'hosted', configured: false, simulated: false },
        ],
      }),
    );
    const said = [
      'Down',
      'do not reach this one',
      'In ClickHouse',
      'Configured',
      'Not configured',
      'Simulated',
    ];
    for (const words of said) expect(html).toContain(words);
  });

  it("show an organization what is its own, without asking for the operator's", () => {
    sessionState.set({ kind: 'in', session: { scope: 'organization', organizationId: 'org_1' } });
    const html = draw();
    expect(html).not.toContain('Loading');
    expect(html).toMatch(/shown to the operator.*org_1.*prj_1/s);
  });

  it('show the client that the URL names', () => {
    expect(draw(undefined, '/settings?client=openai-python')).toContain('from openai import OpenAI');
    expect(draw(undefined, '/settings?client=none')).toContain('curl');
  });

  it('have each client call this gateway, with a placeholder for the key', () => {
    for (const { code } of snippetsFor('https://gateway.example:8443')) {
      expect(code).toContain('https://gateway.example:8443/api');
      expect(code).toContain('svc_live_YOUR_KEY');
    }
  });
});
