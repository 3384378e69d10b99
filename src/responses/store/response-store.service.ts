import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SECRETS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import { asDatabaseFailure, readTwice } from '../../database/database-unavailable.error.js';
import { atMost } from '../../lib/at-most.js';
import { inPieces } from '../../lib/steps.js';
import { buildContext, MAX_TURNS, readWanted } from './build-context.js';
import { encodeResponse } from './writing/encode-response.js';
import { isKeepableId, placeNameOf } from './items/kept-item.js';
import { pageOfItems, type ShownItems } from './items/page-of-items.js';
import { showInputItem, showItem } from './items/present-items.js';
import type { ItemPage, KeptContext, ResponseToKeep, WantedContext } from './writing/response-to-keep.js';
import { ResponseWriter } from './writing/response-writer.service.js';
import { SealedParts } from './items/sealed-parts.js';
import {
  ItemNotFoundError,
  KEPT_CONTEXT_CAP_BYTES,
  PreviousResponseNotFoundError,
  ResponseNotFoundError,
} from './stored-response-errors.js';
import { StoredResponsesRepository } from './stored-responses.repository.js';

const NOTHING: KeptContext = { chain: [], items: new Map(), made: [] };
/** What an answer waits for its being kept. After that it goes on, and the writer too. */
const PATIENCE_MS = 1_000;
const REMEMBERED_DAYS = 20_000;

export interface ShowOptions {
  /** Whether `encrypted_content` of reasoning is shown. */
  readonly withEncrypted: boolean;
}

/** Responses that callers may come back to. They belong to one project; another's look unknown. */
@Injectable()
export class ResponseStore {
  /** In which partition responses lie that were lately kept or gone on from, so that the next of the chain need not ask. */
  private readonly days = new LRUCache<string, number>({ max: REMEMBERED_DAYS });
  /** What is being kept, for answers that are over too. */
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly repository: StoredResponsesRepository,
    private readonly writer: ResponseWriter,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /**
   * Resolves when the response is kept; when it cannot be, which is logged, and its id is then unknown; and when it takes longer
   * than a second, behind which it goes on. Never rejects. Call it beside the commit of the call, and wait for both before the
   * answer ends.
   */
  async keep(response: ResponseToKeep): Promise<void> {
    const kept = this.write(response).catch((error: unknown) =>
      this.writer.notKept(response, 'unreadable', error),
    );
    this.pending.add(kept);
    void kept.then(() => this.pending.delete(kept));
    await atMost(PATIENCE_MS, kept);
  }

  /** Resolves when everything is kept or given up: before the database goes away. */
  async drain(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  /**
   * Everything that a request refers to, in one query; nothing is asked when it refers to nothing.
   * @throws PreviousResponseNotFoundError, BrokenChainError (404), ItemNotFoundError (400), KeptContextTooLargeError (413), DatabaseUnavailableError (503)
   */
  async resolve(projectId: string, wanted: WantedContext): Promise<KeptContext> {
    const { previousResponseId: newest, items } = wanted;
    if (newest === undefined && items.length === 0) return NOTHING;
    refuseImpossibleIds(wanted);
    const names = items.filter(({ id }) => isKeepableId(id)).map(({ id }) => placeNameOf(id));
    const rows = await orUnavailable(() =>
      this.repository.findContext(projectId, {
        newest,
        names: [...new Set(names)],
        capBytes: KEPT_CONTEXT_CAP_BYTES,
        capTurns: MAX_TURNS,
      }),
    );
    for (const { turn, id, day } of rows) if (turn === 1) this.days.set(`${projectId} ${id}`, day);
    return inPieces(buildContext(rows, wanted, this.partsOf(projectId)));
  }

  /** The response object. @throws ResponseNotFoundError (404), DatabaseUnavailableError (503) */
  async find(projectId: string, id: string, options: ShowOptions): Promise<Buffer> {
    const row = await this.findRow(projectId, id, ['output', 'frame']);
    const parts = this.partsOf(projectId);
    const [before, after] = await inPieces(parts.items(row, 'frame'));
    const output = await inPieces(parts.items(row, 'output'));
    return Buffer.concat([
      before?.json ?? Buffer.alloc(0),
      Buffer.from('['),
      ...output.flatMap(({ json }, index) => [Buffer.from(index === 0 ? '' : ','), showItem(json, options)]),
      Buffer.from(']'),
      after?.json ?? Buffer.alloc(0),
    ]);
  }

  /** @throws ResponseNotFoundError (404), DatabaseUnavailableError (503) */
  async remove(projectId: string, id: string): Promise<void> {
    if (!isKeepableId(id)) throw new ResponseNotFoundError(id);
    const wasThere = await orUnavailable(() => this.repository.remove(projectId, id));
    if (!wasThere) throw new ResponseNotFoundError(id);
  }

  /**
   * The items of the caller's own input to that response, and not those of the responses that it went on from.
   * @throws ResponseNotFoundError (404), InvalidRequestError (400) for an `after` that is none of them, DatabaseUnavailableError (503)
   */
  async inputItems(
    projectId: string,
    id: string,
    { page, ...options }: ShowOptions & { readonly page: ItemPage },
  ): Promise<ShownItems> {
    const row = await this.findRow(projectId, id, ['input']);
    const parts = this.partsOf(projectId);
    const { itemNames } = row;
    const items = pageOfItems(await inPieces(parts.items(row, 'input')), page);
    const held = itemNames.length === 0 ? [] : await this.findHeld(projectId, itemNames);
    const known = await inPieces(readWanted(held, parts));
    const whole = items.shown.map((item) =>
      item.kind === 'whole' ? item : { ...item, json: known.get(item.id) ?? item.json },
    );
    return {
      items: whole.map((item) => ({ id: item.id, json: showInputItem(item, options) })),
      hasMore: items.hasMore,
    };
  }

  private async write(response: ResponseToKeep): Promise<void> {
    const { projectId, id, previousId } = response;
    const previousDay = previousId === undefined ? undefined : await this.dayOf(projectId, previousId);
    const row = await inPieces(encodeResponse(response, this.secrets.secretsKey));
    response.onRead?.();
    this.days.set(`${projectId} ${id}`, row.day);
    // Assigned, not spread: a copy with a member added would make a hidden class for each response.
    await this.writer.write(Object.assign(row, { previousDay }));
  }

  private async dayOf(projectId: string, id: string): Promise<number | undefined> {
    return this.days.get(`${projectId} ${id}`) ?? (await this.repository.findDay(projectId, id));
  }

  private async findRow(projectId: string, id: string, parts: readonly ('input' | 'output' | 'frame')[]) {
    if (!isKeepableId(id)) throw new ResponseNotFoundError(id);
    const row = await orUnavailable(() => this.repository.find(projectId, id, parts));
    if (row === undefined) throw new ResponseNotFoundError(id);
    return row;
  }

  private findHeld(projectId: string, names: readonly string[]) {
    const capBytes = KEPT_CONTEXT_CAP_BYTES;
    return orUnavailable(() =>
      this.repository.findContext(projectId, { newest: undefined, names, capBytes, capTurns: 0 }),
    );
  }

  private partsOf(projectId: string): SealedParts {
    return new SealedParts(this.secrets.secretsKey, projectId);
  }
}

function refuseImpossibleIds({ previousResponseId, items }: WantedContext): void {
  if (previousResponseId !== undefined && !isKeepableId(previousResponseId))
    throw new PreviousResponseNotFoundError(previousResponseId);
  const impossible = items.find(({ id, kind }) => kind === 'reference' && !isKeepableId(id));
  if (impossible !== undefined) throw new ItemNotFoundError(impossible);
}

function orUnavailable<T>(read: () => Promise<T>): Promise<T> {
  return readTwice(read).catch((error: unknown) => {
    throw asDatabaseFailure(error);
  });
}
