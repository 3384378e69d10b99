import { setImmediate as nextTurn } from 'node:timers/promises';
import { TAG_SEPARATOR } from '../../billing/calls/attribution.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import type { PicoUsd } from '../../lib/money.js';
import { JsonBytesError, toInvalidRequestError } from '../../wire/json-bytes/json-bytes-error.js';
import { PieceTooLargeError, splitArrayMember } from '../../wire/json-bytes/split-array-member.js';
import type { PortionProvider } from '../batch-portion.entity.js';
import type { BatchShape } from '../batch.entity.js';
import {
  checkSayable,
  ItemError,
  readItem,
  type CheckedItem,
  type ItemFault,
  type ItemRules,
} from './read-item.js';
import { InvalidItemsError, MAX_FAULTS } from './submission-error.js';
import { SubmissionTally, type ProviderShare } from './submission-tally.js';

/** A submission document, checked item by item. */
export interface ReadSubmission {
  readonly requestCount: number;
  readonly shape: BatchShape;
  readonly estimate: PicoUsd;
  readonly shares: ReadonlyMap<PortionProvider, ProviderShare>;
  /** The members beside `requests`, as the caller wrote them. */
  readonly members: ReadonlyMap<string, unknown>;
  /** The different tags that stand beside single requests, with the place of the first that has them. */
  readonly tags: readonly TagsOfItem[];
}

export interface TagsOfItem {
  readonly index: number;
  readonly tags: readonly string[];
}

export interface ReadSubmissionInputs {
  readonly source: AsyncIterable<Buffer>;
  readonly rules: ItemRules;
  /** Gets every item as long as none was wrong. */
  readonly keep: (item: CheckedItem) => Promise<void>;
  readonly maxItemBytes: number;
  /** Filled as they are read: known also when the items are refused. */
  readonly members: Map<string, unknown>;
}

const MAX_MEMBER_BYTES = 65_536;
const MAX_MEMBERS = 50;
const BYTES_A_TURN = 262_144;
const MB = 1_048_576;

/**
 * Reads a submission as it comes, item by item (contract section 7: memory does not grow with it).
 * @throws InvalidItemsError that names up to 20 bad items, BatchTooLargeError, InvalidRequestError (400) for a document that is
 * no submission; ItemError never
 */
export async function readSubmission(inputs: ReadSubmissionInputs): Promise<ReadSubmission> {
  const reading = new Reading(inputs);
  try {
    for await (const piece of splitArrayMember(inputs.source, {
      name: 'requests',
      maxItemBytes: inputs.maxItemBytes,
      maxMemberBytes: MAX_MEMBER_BYTES,
      maxMembers: MAX_MEMBERS,
    })) {
      if (piece.kind === 'member') inputs.members.set(piece.name, piece.value);
      else if (!(await reading.take(piece.bytes))) break;
    }
  } catch (error) {
    throw documentError(error);
  }
  return reading.finish();
}

class Reading {
  private readonly tally = new SubmissionTally();
  private readonly customIds = new Map<string, number>();
  private readonly faults: ItemFault[] = [];
  private readonly tags = new Map<string, TagsOfItem>();
  private index = 0;
  private bytesOfTurn = 0;

  constructor(private readonly inputs: ReadSubmissionInputs) {}

  /** False when nothing more has to be read. */
  async take(bytes: Buffer): Promise<boolean> {
    await this.breathe(bytes.length);
    const item = await this.check(bytes);
    const index = this.index;
    this.index += 1;
    if (item === undefined) return this.faults.length < MAX_FAULTS;
    this.tally.add(item);
    this.noteTags(item, index);
    if (this.faults.length === 0) await this.inputs.keep(item);
    return true;
  }

  finish(): ReadSubmission {
    const [first, ...others] = this.faults;
    if (first !== undefined) throw new InvalidItemsError([first, ...others]);
    this.refuseOtherRequests();
    const { shape, estimate, shares } = this.tally;
    return {
      requestCount: this.index,
      shape,
      estimate,
      shares,
      members: this.inputs.members,
      tags: [...this.tags.values()],
    };
  }

  private async check(bytes: Buffer): Promise<CheckedItem | undefined> {
    try {
      const reading = readItem(bytes, this.index, this.inputs.rules);
      const item = this.refuseTwin(reading instanceof Promise ? await reading : reading);
      await checkSayable(item, this.index);
      return item;
    } catch (error) {
      this.note(error);
      return undefined;
    }
  }

  private noteTags({ attribution }: CheckedItem, index: number): void {
    if (attribution === undefined || attribution.tags.length === 0) return;
    const { tags } = attribution;
    const key = tags.join(TAG_SEPARATOR);
    if (!this.tags.has(key)) this.tags.set(key, { index, tags });
  }

  private note(error: unknown): void {
    if (!(error instanceof ItemError)) throw error;
    this.faults.push(error.fault);
  }

  private refuseTwin(item: CheckedItem): CheckedItem {
    const { customId } = item;
    const earlier = this.customIds.get(customId);
    this.customIds.set(customId, earlier ?? this.index);
    if (earlier === undefined) return item;
    const param = `requests[${this.index}].custom_id`;
    throw new ItemError({
      status: 400,
      code: 'duplicate_custom_id',
      param,
      message: `\`${param}\`: ${JSON.stringify(customId)} is used by \`requests[${earlier}]\` already. Each must be unique in the batch.`,
      custom_id: customId,
    });
  }

  /** `requests` that is no array came as any other member. */
  private refuseOtherRequests(): void {
    if (!this.inputs.members.has('requests')) return;
    throw new InvalidRequestError({
      param: 'requests',
      message: '`requests` must be an array of request items.',
    });
  }

  private async breathe(bytes: number): Promise<void> {
    this.bytesOfTurn += bytes;
    if (this.bytesOfTurn < BYTES_A_TURN) return;
    this.bytesOfTurn = 0;
    await nextTurn();
  }
}

function documentError(error: unknown): unknown {
  if (error instanceof JsonBytesError) return toInvalidRequestError(error);
  if (!(error instanceof PieceTooLargeError)) return error;
  const { index, maxBytes } = error;
  return new InvalidRequestError({
    param: index === undefined ? undefined : `requests[${index}]`,
    message:
      index === undefined
        ? `A member beside \`requests\` is larger than ${maxBytes} bytes.`
        : `\`requests[${index}]\` is larger than ${maxBytes / MB} MB. Send smaller requests.`,
  });
}
