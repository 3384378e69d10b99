import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Audit log',
    emptyTitle: 'No changes yet',
    empty: 'Whatever is changed in this organization is listed here, with who did it.',
  },
});
