import { pickText } from '../../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Refusals',
    table: 'Refusals',
    intro:
      'Requests that the gateway itself refused: no model was asked, and nothing was billed. The last 1,000 are listed, all of 30 days are counted.',
    filters: 'Filters',
    code: 'Code',
    any: 'Any',
    show: 'Refusals',
    back: 'Back to the log',
    chart: 'Refusals over time',
    cut: 'There are more counts than one answer holds: the chart shows the newest. Choose a shorter period.',
    time: 'Time',
    status: 'Status',
    message: 'Message',
    model: 'Model',
    key: 'Key',
    surface: 'Surface',
    noModel: 'not read',
    emptyTitle: 'No refusals in this period',
    empty:
      'A request with a revoked key, without money, over a limit, against a policy or with a wrong field appears here.',
  },
});
