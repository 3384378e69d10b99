import { bytesToSend, editMembers, type MemberEdit } from '../../wire/json-bytes/edit-members.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { UpstreamBody } from '../upstream-transport.js';
import { IGNORED_MEMBERS, removals } from './chat-shape.js';

const STRIPPED = [...IGNORED_MEMBERS, 'provider'] as const;

export interface EndpointShapeInput {
  readonly scan: TopLevelMembers;
  /** The endpoint's own id for the model. */
  readonly model: string;
  readonly stream: boolean;
}

/** A registered endpoint is the caller's own: it gets the caller's body, with its own id for the model and the usage chunk turned on. */
export function shapeForEndpoint({ scan, model, stream }: EndpointShapeInput): UpstreamBody {
  const edits: MemberEdit[] = [...removals(scan, STRIPPED), { set: 'model', json: JSON.stringify(model) }];
  if (stream) edits.push({ setIn: ['stream_options', 'include_usage'], json: 'true' });
  return bytesToSend(editMembers(scan, edits));
}
