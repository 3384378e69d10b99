import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Batches',
    emptyTitle: 'No batches',
    empty: 'POST /api/v1/route/batches with an API key of this project makes one.',
  },
});
