import { concatInSteps } from '../../../lib/concat-in-steps.js';
import type { Steps } from '../../../lib/steps.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { visitInSteps } from '../../json-bytes/visit-in-steps.js';
import { decodeText } from '../../openai/decode-text.js';
import { isSealedReasoning } from '../answer/reasoning-seal.js';
import { InputList, type InputLooks, type SeenItem } from './input-list.js';
import { ItemRuns } from './item-runs.js';
import { typeOfItem } from './item-types.js';
import { mayHoldWord } from './may-hold-word.js';

export interface ReasoningRules {
  /** None of it is understood. */
  readonly dropsAll: boolean;
  /** Another model is known to have made this `encrypted_content`. */
  readonly isForeign: ((encrypted: string) => boolean) | undefined;
}

export interface KeptReasoning {
  /** `undefined` when all stays. */
  readonly items: Buffer | undefined;
  /** Some of it stays. */
  readonly replaysReasoning: boolean;
}

const NONE: KeptReasoning = { items: undefined, replaysReasoning: false };

/**
 * `input` without the reasoning that provider B cannot read, or refuses: what comes bare (it keeps nothing), what was sealed here,
 * what another model made, and what leads to nothing, as after a stream that broke.
 */
export function* keptReasoning(scan: TopLevelMembers, rules: ReasoningRules): Steps<KeptReasoning> {
  const input = scan.find('input');
  if (input?.kind !== 'array' || !mayHoldWord(scan.bytes, 'reasoning')) return NONE;
  const items = new ItemsWithReasoning(scan.bytes, rules);
  yield* visitInSteps(scan.bytes, input.valueStart, scan.hopper(), new InputList(items));
  items.end();
  const { runs, replaysReasoning } = items;
  return { items: runs.isChanged ? yield* concatInSteps(runs.finish()) : undefined, replaysReasoning };
}

/** What comes of an item: reasoning waits for the item that it led to. */
type Fate = 'stays' | 'goes' | 'waits';

interface HeldItem {
  readonly start: number;
  readonly end: number;
  readonly fate: Fate;
}

const OUTPUT = /_output$/;

class ItemsWithReasoning implements InputLooks {
  replaysReasoning = false;
  readonly runs: ItemRuns;
  /** From the first reasoning on of which it is open what follows. */
  private held: HeldItem[] = [];

  constructor(
    bytes: Buffer,
    private readonly rules: ReasoningRules,
  ) {
    this.runs = new ItemRuns(bytes);
  }

  readonly onItem = (bytes: Buffer, item: SeenItem): void => {
    const { start, end } = item;
    const type = item.isObject ? typeOfItem(bytes, item) : undefined;
    if (type === 'reasoning') {
      const fate = isUnreadable(bytes, item, this.rules) ? 'goes' : 'waits';
      if (fate === 'goes' && this.held.length === 0) this.runs.drop();
      else this.held.push({ start, end, fate });
      return;
    }
    if (this.held.length > 0) {
      // Tools that are told in between belong to no turn.
      if (type === 'additional_tools') {
        this.held.push({ start, end, fate: 'stays' });
        return;
      }
      this.release(isOfTheModel(bytes, item, type));
    }
    this.runs.keep(start, end);
  };

  /** No item follows. */
  end(): void {
    this.release(false);
  }

  private release(isFollowed: boolean): void {
    for (const { start, end, fate } of this.held) {
      if (fate === 'goes' || (fate === 'waits' && !isFollowed)) this.runs.drop();
      else this.runs.keep(start, end);
      this.replaysReasoning ||= fate === 'waits' && isFollowed;
    }
    this.held = [];
  }
}

/** What callers write begins another turn; all that is unknown is taken for the model's. */
function isOfTheModel(bytes: Buffer, { members }: SeenItem, type: string | undefined): boolean {
  if (type === 'message') return members.word(bytes, 'role') === 'assistant';
  return type === undefined || !OUTPUT.test(type);
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
