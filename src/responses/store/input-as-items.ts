import type { Steps } from '../../lib/steps.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';

/** The `input` of a request as items, one JSON text each, with ids where they had none. */
// eslint-disable-next-line require-yield
export function* inputAsItems(_scan: TopLevelMembers): Steps<Buffer[]> {
  throw new Error('not there yet');
}
