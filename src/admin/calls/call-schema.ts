import { callMembers } from '../../billing/call-schema.js';
import { named, orNull, shape, text } from '../../http/envelopes/openapi-shapes.js';

const { id, ...members } = callMembers;

/** A call with the names of what its ids lead to. */
export const adminCallSchema = named(
  'Call',
  shape({
    id,
    project_id: text('prj_…'),
    ...members,
    key_name: { ...orNull(text('production')), description: '`Console` for calls of the playground.' },
    router_name: { ...orNull(text()), description: 'Null also for a router that was deleted.' },
    group_name: orNull(text()),
  }),
);
