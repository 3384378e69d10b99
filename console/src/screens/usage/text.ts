import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Usage',
    table: 'Usage',
    filters: 'What is shown',
    groupBy: 'Group by',
    groups: {
      day: 'Day',
      hour: 'Hour',
      model: 'Model',
      key: 'Key',
      tier: 'Tier',
      router: 'Router',
      group: 'Task group',
      surface: 'Surface',
    },
    zone: (zone: string) => `Days and hours are those of ${zone}.`,
    zoneInstead: (zone: string) =>
      `Days are those of UTC: ${zone} is not whole hours from UTC, and usage is kept by hours of UTC.`,
    longPeriod: 'Days are those of UTC in periods of more than 100 days.',
    noUsers:
      'People are not told apart by this version of the API. Give each a key of their own, and group by key.',
    total: 'Total',
    cost: 'Cost',
    requests: 'Requests',
    inputTokens: 'Input tokens',
    outputTokens: 'Output tokens',
    tokens: 'Tokens',
    share: 'Share of cost',
    callsOf: 'Calls',
    costByModel: 'Cost over time by model',
    requestsOverTime: 'Requests over time',
    tokensOverTime: 'Tokens over time',
    by: (what: string, group: string) => `${what} by ${group.toLowerCase()}`,
    rowsSum: (rows: string, sum: string) => `The rows (${rows}) sum to ${sum}: exactly the total.`,
    rowsRounded: (sum: string) =>
      `The rows sum to ${sum}: the total, but for digits that JSON’s numbers have no room for. The CSV is exact.`,
    rowsDiffer: (sum: string) => `The rows sum to ${sum}, which is not the total.`,
    check: 'Check against the ledger',
    checkOk: (entries: string, usd: string) =>
      `For the same calls the ledger took ${usd} in ${entries} movements: exactly the same.`,
    checkDiffers: (usd: string, difference: string) =>
      `For the same calls the ledger took ${usd}: it differs by ${difference}. Tell the operator.`,
    today: 'Today',
    yesterday: 'Yesterday',
    none: 'none',
    others: 'Others',
    more: (count: string) => `${count} more in the table`,
    emptyTitle: 'Nothing was used in this period',
    empty:
      'What calls of this project cost is summed here within seconds. Widen the period, or make a call with a key of the project:',
    command: 'Command',
  },
});
