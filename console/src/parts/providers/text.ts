import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    names: {
      provider_a: 'Provider A',
      provider_b: 'Provider B',
      marketplace: 'Marketplace',
      hosted: 'Hosted',
    },
  },
});
