import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Endpoints',
    emptyTitle: 'No endpoints',
    empty: 'An endpoint is a model server of your own that calls can be sent to. Register its address here.',
  },
});
