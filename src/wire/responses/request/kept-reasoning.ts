import { concatInSteps } from '../../../lib/concat-in-steps.js';
import type { Steps } from '../../../lib/steps.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { visitInSteps } from '../../json-bytes/visit-in-steps.js';
import { decodeText } from '../../openai/decode-text.js';
import { isSealedReasoning } from '../answer/reasoning-seal.js';
import { InputList, type SeenItem } from './input-list.js';
import { ItemRuns } from './item-runs.js';
import { typeOfItem } from './item-types.js';

export interface ReasoningRules {
  /** None of it is understood. */
  readonly dropsAll: boolean;
  /** Another model is known to have made this `encrypted_content`. */
  readonly isForeign: ((encrypted: string) => boolean) | undefined;
}

/**
 * `input` without the reasoning that provider B cannot read: what comes bare (it keeps nothing), what was sealed here, what another
 * model made. `undefined` when all stays.
 */
export function* keptReasoning(scan: TopLevelMembers, rules: ReasoningRules): Steps<Buffer | undefined> {
  const input = scan.find('input');
  if (input?.kind !== 'array') return undefined;
  const runs = new ItemRuns(scan.bytes);
  const list = new InputList({
    onItem: (bytes, item) => {
      if (item.isObject && typeOfItem(bytes, item) === 'reasoning' && isUnreadable(bytes, item, rules))
        runs.drop();
      else runs.keep(item.start, item.end);
    },
  });
  yield* visitInSteps(scan.bytes, input.valueStart, scan.hopper(), list);
  return runs.isChanged ? yield* concatInSteps(runs.finish()) : undefined;
}

function isUnreadable(
  bytes: Buffer,
  { members }: SeenItem,
  { dropsAll, isForeign }: ReasoningRules,
): boolean {
  if (dropsAll || !members.isText(bytes, 'encrypted_content')) return true;
  const [start, end] = [members.start('encrypted_content'), members.end('encrypted_content')];
  const encrypted = decodeText(bytes, start + 1, end - 1);
  return isSealedReasoning(encrypted) || isForeign?.(encrypted) === true;
}
