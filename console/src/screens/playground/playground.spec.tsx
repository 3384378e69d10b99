import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { endedCallQuery } from '../../api/ended-call.js';
import { modelsQuery } from '../../api/models.js';
import { routersQuery } from '../../api/routers.js';
import { sessionState } from '../../api/session.js';
import { attempt, call } from '../../testing/example-calls.js';
import { renderScreen, type Seed } from '../../testing/render-screen.js';
import { AnswerRegion } from './answer-region.js';
import PlaygroundScreen from './index.js';
import { modelChoices } from './model-choices.js';
import { ReceiptRegion } from './receipt-region.js';
import { FaultsForm } from './faults-form.js';
import { FaultsRegion } from './faults-region.js';
import { RequestForm } from './request-form.js';
import type { Chat } from './use-chat.js';

const chat = (changes: Partial<Chat>): Chat => ({
  state: 'idle',
  answer: { text: '', reasoning: '', finish: undefined, error: undefined },
  callId: undefined,
  error: undefined,
  isRunning: false,
  send: () => undefined,
  stop: () => undefined,
  ...changes,
});

const routersKey = routersQuery('prj_1').queryKey;
const modelsKey = modelsQuery().queryKey;
const seeds: readonly Seed[] = [
  [routersKey, { data: [], has_more: false, last_id: null }],
  [modelsKey, []],
];

describe('the playground', () => {
  it('has what a call needs', () => {
    const html = renderScreen(
      <PlaygroundScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />,
      {
        seeds,
      },
    );
    for (const label of ['Model', 'System', 'Message']) expect(html).toContain(`>${label}</label>`);
    for (const name of ['Send', 'Copy as curl', 'Copy as code']) expect(html).toContain(`>${name}</button>`);
    expect(html).toContain('value="auto"');
  });

  it.each([
    ['models', modelsKey],
    ['routers', routersKey],
  ])('says why there are no %s to choose from, with another try', (_name, key) => {
    const error = new ApiError({ status: 500, code: 'internal_error', message: 'It broke.' });
    const html = renderScreen(<RequestForm projectId="prj_1" chat={chat({})} />, {
      seeds: [...seeds.filter(([seeded]) => seeded !== key), [key, error]],
    });
    expect(html).toMatch(/role="alert".*It broke\..*Try again.*>Send<\/button>/s);
  });

  it('can be stopped while it runs, and not sent again', () => {
    const stop = /<button[^>]*disabled[^>]*>Stop<\/button>/;
    const draw = (isRunning: boolean) =>
      renderScreen(<RequestForm projectId="prj_1" chat={chat({ isRunning })} />, { seeds });
    expect(draw(true)).toMatch(/aria-busy="true"[^>]*>Send<\/button>/);
    expect(draw(true)).not.toMatch(/<button[^>]* disabled[^>]*>Stop/);
    expect(draw(false)).toMatch(stop);
  });

  it('says an error in the words of the API, beside the field at fault', () => {
    const error = new ApiError({
      status: 400,
      code: 'unknown_model',
      message: 'No such model.',
      param: 'model',
    });
    const html = renderScreen(<RequestForm projectId="prj_1" chat={chat({ error })} />, { seeds });
    expect(html).toMatch(/class="field-error"[^>]*role="alert"[^>]*>No such model\./);
    const broke = new ApiError({ status: 402, code: 'x', message: 'No credits.' });
    expect(renderScreen(<RequestForm projectId="prj_1" chat={chat({ error: broke })} />, { seeds })).toMatch(
      /class="alert alert-error"[^>]*>No credits\./,
    );
  });

  it('shows an answer as text', () => {
    const answer = { text: '<script>x</script>', reasoning: 'Hm', finish: 'length', error: undefined };
    const html = renderScreen(<AnswerRegion chat={chat({ state: 'ended', answer })} />);
    expect(html).toContain('&lt;script>');
    expect(html).toContain('It ended because of length.');
  });

  it('shows the receipt of the call log, with the way to the call', () => {
    const ended = call(1, {
      id: 'call_1',
      billed_usd: 1.2e-8,
      served_model: 'vendora/claude',
      tier: 'strong',
      reasons: ['A person in conversation.'],
      usage: { input_tokens: 1200, output_tokens: 3 },
      timings: { gateway_ms: 2, upstream_ms: 10, first_byte_ms: 4 },
      attempts: [
        attempt({ status: 529, cost_usd: 0 }),
        attempt({ account: 'backup', retry_reason: 'outage-fallback' }),
      ],
    });
    const html = renderScreen(
      <ReceiptRegion projectId="prj_1" chat={chat({ callId: 'call_1', state: 'ended' })} />,
      {
        seeds: [[endedCallQuery('call_1').queryKey, ended]],
      },
    );
    expect(html).toMatch(
      /\$0\.000000012.*vendora\/claude.*strong.*1,200 in, 3 out.*overloaded.*That account failed.*Provider A \/ backup.*A person in conversation/s,
    );
    expect(html).toContain('href="/p/prj_1/calls/call_1"');
  });
});

describe('the faults of the simulated providers', () => {
  it('are not asked for before somebody wants them, and are an operator’s', () => {
    expect(renderScreen(<FaultsRegion />)).toMatch(/Simulated faults.*>Show faults<\/button>/s);
    expect(renderScreen(<FaultsRegion />)).not.toContain('Loading');
    sessionState.set({ kind: 'in', session: { scope: 'organization', organizationId: 'org_1' } });
    const screen = <PlaygroundScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />;
    expect(renderScreen(screen, { seeds })).not.toContain('Simulated faults');
    sessionState.set({ kind: 'out' });
  });

  it('that are in force are said, as text, and can be cleared', () => {
    expect(renderScreen(<FaultsForm inForce="<b>*=529" />)).toMatch(
      /In force:.*&lt;b>\*=529.*<button[^>]*(?<! disabled)>Clear faults/s,
    );
    expect(renderScreen(<FaultsForm inForce="" />)).toMatch(
      /None in force.*<button[^>]* disabled[^>]*>Clear faults/s,
    );
  });
});

it('a model can be auto, one that a router is anchored on, or any other', () => {
  const routers = [
    { auto: true, anchor_model: null, name: 'Default' },
    { auto: false, anchor_model: 'b', name: 'From code' },
  ] as never;
  expect(
    modelChoices(routers, [
      { value: 'a', detail: '$1' },
      { value: 'b', detail: '$2' },
    ]),
  ).toEqual([
    { value: 'auto', detail: 'the auto router: Default' },
    { value: 'b', detail: 'through the router From code' },
    { value: 'a', detail: '$1' },
  ]);
});
