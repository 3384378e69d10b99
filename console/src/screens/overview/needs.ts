import type { Overview, Status } from '../../api/types.js';
import { compareAmounts } from '../../format/money.js';
import { formatCount, formatPercent } from '../../format/numbers.js';
import { providerName } from '../../parts/providers/provider-name.js';
import type { ScreenName } from '../../url/routes.js';
import type { TwoDays } from './days.js';
import { text } from './text.js';

export interface Need {
  readonly tone: 'bad' | 'warn' | 'info';
  readonly text: string;
  /** Where it is dealt with. */
  readonly screen: ScreenName;
  readonly lead: string;
}

export interface AttentionInputs {
  readonly overview: Overview;
  readonly days: TwoDays;
  /** The operator's alone. */
  readonly status: Status | undefined;
}

/** What somebody should do something about; the worst first. */
export function attentionOf({ overview, days, status }: AttentionInputs): readonly Need[] {
  const needs = [
    ...needsOfMoney(overview.organization, days),
    ...needsOfCalls(days),
    ...(status === undefined ? [] : needsOfService(status)),
    ...needsOfRecommendations(overview.recommendations_open),
  ];
  const order = ['bad', 'warn', 'info'];
  return needs.sort((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

function needsOfMoney(organization: Overview['organization'], { yesterday }: TwoDays): Need[] {
  const { balance_usd: balance, pay_as_you_go: goesOn, card } = organization;
  const toMoney = { screen: 'money', lead: text.lead.money } as const;
  const needs: Need[] = [];
  if (!goesOn && compareAmounts(balance, 0) <= 0)
    needs.push({ tone: 'bad', text: text.needs.balanceEmpty, ...toMoney });
  else if (!goesOn && compareAmounts(balance, yesterday.cost) < 0)
    needs.push({ tone: 'warn', text: text.needs.balanceLow, ...toMoney });
  if (card !== null && card.declined_at !== null)
    needs.push({ tone: 'bad', text: text.needs.cardDeclined, ...toMoney });
  return needs;
}

function needsOfCalls({ today: { calls, errors } }: TwoDays): Need[] {
  if (errors === 0) return [];
  const said = text.needs.errors(formatCount(errors), formatCount(calls), formatPercent(errors / calls));
  return [{ tone: 'warn', text: said, screen: 'calls', lead: text.lead.calls }];
}

function needsOfService({ database, queue, providers }: Status): Need[] {
  const toSettings = { screen: 'settings', lead: text.lead.settings } as const;
  return [
    ...(database.state === 'up' ? [] : [{ tone: 'bad', text: text.needs.database, ...toSettings } as const]),
    ...(queue.state === 'up' ? [] : [{ tone: 'bad', text: text.needs.queue, ...toSettings } as const]),
    ...providers
      .filter(({ configured }) => !configured)
      .map(({ provider }) => {
        const said = text.needs.provider(providerName(provider));
        return { tone: 'info', text: said, ...toSettings } as const;
      }),
    ...(providers.some(({ simulated }) => simulated)
      ? [{ tone: 'info', text: text.needs.simulated, ...toSettings } as const]
      : []),
  ];
}

function needsOfRecommendations(open: number): Need[] {
  if (open === 0) return [];
  return [{ tone: 'info', text: text.needs.recommendations(open), screen: 'groups', lead: text.lead.groups }];
}
