import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    limit: 'Limit (USD)',
    limitHint: 'The most that may be spent in a period. Empty: no limit.',
    period: 'Period',
    periods: { day: 'a day (UTC)', week: 'a week (Monday, UTC)', month: 'a month (UTC)', total: 'in total' },
    spent: 'Spent of the limit',
    of: (spent: string, limit: string, period: string) => `${spent} of ${limit} ${period}`,
    resets: 'Resets',
    left: (amount: string) => `${amount} left`,
    none: 'No limit',
  },
});
