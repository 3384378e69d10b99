import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Routers',
    emptyTitle: 'No routers',
    empty: 'A router chooses the model of a call. Each project begins with one.',
  },
});
