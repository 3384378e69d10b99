import {
  count,
  listOf,
  named,
  oneOfWords,
  orNull,
  shape,
  time,
  usd,
} from '../../http/openapi/openapi-shapes.js';
import { organizationSchema } from '../dto/response-schemas.js';

export const overviewSchema = named(
  'Overview',
  shape({
    object: oneOfWords('overview'),
    from: time,
    to: time,
    hours: {
      ...listOf(
        named(
          'HourOfOverview',
          shape({
            hour: { ...time, description: 'Its beginning, in UTC.' },
            calls: count,
            errors: { ...count, description: 'Those of them whose status is 400 or more.' },
            cost_usd: { ...usd, description: 'What was billed, of batches too.' },
          }),
        ),
      ),
      description: 'Oldest first; hours without calls are left out.',
    },
    last_call_at: { ...orNull(time), description: 'Of all times; null when none was ever made.' },
    recommendations_open: count,
    organization: organizationSchema,
  }),
);
