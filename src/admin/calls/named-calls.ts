import { presentCall } from '../../billing/calls/present-call.js';
import type { CallExtras, CallRow } from '../../billing/calls/parse-calls.js';

/** The names of what a call's ids lead to, read with it: null where it is gone. */
export const NAMES = {
  key_name: '(SELECT name FROM api_keys WHERE id = call.key_id)',
  router_name: '(SELECT name FROM routers WHERE id = call.router_id)',
  group_name: '(SELECT name FROM task_groups WHERE id = call.group_id)',
} as const satisfies CallExtras;

export type NamedCall = CallRow<typeof NAMES>;

/** A call as people read it. */
export function presentNamedCall(row: NamedCall) {
  const { projectId, key_name, router_name, group_name } = row;
  return { ...presentCall(row), project_id: projectId, key_name, router_name, group_name };
}
