import { callMembers } from '../../billing/calls/call-schema.js';
import {
  count,
  listOf,
  named,
  oneOfWords,
  orNull,
  shape,
  text,
  time,
} from '../../http/openapi/openapi-shapes.js';
import { contentSchema } from './present-content.js';

const { id, ...members } = callMembers;

const adminCallMembers = {
  id,
  project_id: text('prj_…'),
  ...members,
  key_name: { ...orNull(text('production')), description: '`Console` for calls of the playground.' },
  router_name: { ...orNull(text()), description: 'Null also for a router that was deleted.' },
  group_name: orNull(text()),
};

/** A call with the names of what its ids lead to. */
export const adminCallSchema = named('Call', shape(adminCallMembers));

/** The call with what it was asked and answered, where that is asked for. */
export const callDetailSchema = named(
  'CallDetail',
  shape(adminCallMembers, { content: orNull(contentSchema) }),
);

export const hourOfCallsSchema = named(
  'HourOfCalls',
  shape({
    hour: { ...time, description: 'Its beginning, in UTC.' },
    calls: count,
    errors: { ...count, description: 'Those of them whose status is 400 or more.' },
  }),
);

export const histogramSchema = named(
  'CallsHistogram',
  shape({
    object: oneOfWords('calls.histogram'),
    from: time,
    to: time,
    data: listOf(hourOfCallsSchema),
  }),
);
