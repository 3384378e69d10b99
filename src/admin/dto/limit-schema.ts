import { flag, oneOfWords, orNull, time, usd } from '../../http/openapi/openapi-shapes.js';
import { LIMIT_PERIODS } from '../../projects/purse.js';

/** Of a key and of a project. */
export const limitMembers = {
  limit_usd: orNull(usd),
  limit_period: orNull(oneOfWords(...LIMIT_PERIODS)),
  spent_usd: {
    ...orNull(usd),
    description:
      'What was billed in the period: calls when they are committed, batches when they settle. Null without a limit.',
  },
  remaining_usd: {
    ...orNull(usd),
    description: 'The limit less what is spent and what batches under way may cost yet; never below 0.',
  },
  limit_reached: { ...flag, description: 'All of it is spent: calls are refused until it resets.' },
  resets_at: { ...orNull(time), description: 'When the period ends; null for `total`.' },
};
