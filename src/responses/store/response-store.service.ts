import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SECRETS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import { asDatabaseFailure, readTwice } from '../../database/database-unavailable.error.js';
import { atMost } from '../../lib/at-most.js';
import { inPieces } from '../../lib/steps.js';
import { buildContext, MAX_TURNS, readWanted } from './build-context.js';
import type { ContextQuery, ContextRow } from './context-rows.js';
import { encodeResponse } from './writing/encode-response.js';
import { isKeepableId, placeNameOf } from './items/kept-item.js';
import { pageOfItems, type ShownItems } from './items/page-of-items.js';
import { showInputItem, showItem } from './items/present-items.js';
import type { ItemPage, KeptContext, ResponseToKeep, WantedContext } from './writing/response-to-keep.js';
import { ResponseWriter } from './writing/response-writer.service.js';
import { NO_RECENT, RecentTurns, type RecentRun } from './recent-turns.js';
import { SealedParts } from './items/sealed-parts.js';
import { TurnParts } from './items/turn-parts.js';
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
const REMEMBERED_PLACES = 20_000;

interface Place {
  /** Its partition. */
  readonly day: number;
  readonly previousId: string | undefined;
}

export interface ShowOptions {
  /** Whether `encrypted_content` of reasoning is shown. */
  readonly withEncrypted: boolean;
}

/** Responses that callers may come back to. They belong to one project; another's look unknown. */
@Injectable()
export class ResponseStore {
  /** Where responses lie that were lately kept or gone on from, so that the next of the chain need not ask. */
  private readonly places = new LRUCache<string, Place>({ max: REMEMBERED_PLACES });
  private readonly recent = new RecentTurns();
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
   * @throws PreviousResponseNotFoundError, BrokenChainError (404), ItemNotFoundError (400), KeptContextTooLargeError (413), ResponseUnreadableError (500), DatabaseUnavailableError (503)
   */
  async resolve(projectId: string, wanted: WantedContext): Promise<KeptContext> {
    const { previousResponseId: newest, items } = wanted;
    if (newest === undefined && items.length === 0) return NOTHING;
    refuseImpossibleIds(wanted);
    const names = items.filter(({ id }) => isKeepableId(id)).map(({ id }) => placeNameOf(id));
    const asked = {
      newest,
      names: [...new Set(names)],
      capBytes: KEPT_CONTEXT_CAP_BYTES,
      capTurns: MAX_TURNS,
    };
    const { rows, recent } = await this.findChain(projectId, asked);
    const parts = new TurnParts(this.partsOf(projectId), recent.turns);
    const context = await inPieces(buildContext(rows, wanted, parts));
    this.recent.remember(
      projectId,
      parts.opened,
      context.chain.reduce((sum, { length }) => sum + length, 0),
    );
    return context;
  }

  /** The response object. @throws ResponseNotFoundError (404), ResponseUnreadableError (500), DatabaseUnavailableError (503) */
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
    this.recent.forget(projectId, id);
    const wasThere = await orUnavailable(() => this.repository.remove(projectId, id));
    if (!wasThere) throw new ResponseNotFoundError(id);
  }

  /**
   * The items of the caller's own input to that response, and not those of the responses that it went on from.
   * @throws ResponseNotFoundError (404), InvalidRequestError (400) for an `after` that is none of them, ResponseUnreadableError (500), DatabaseUnavailableError (503)
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
    this.notePlace(projectId, id, row);
    // Assigned, not spread: a copy with a member added would make a hidden class for each response.
    await this.writer.write(Object.assign(row, { previousDay }));
  }

  private async dayOf(projectId: string, id: string): Promise<number | undefined> {
    return this.places.get(keyOf(projectId, id))?.day ?? (await this.repository.findDay(projectId, id));
  }

  private async findRow(projectId: string, id: string, parts: readonly ('input' | 'output' | 'frame')[]) {
    if (!isKeepableId(id)) throw new ResponseNotFoundError(id);
    const row = await orUnavailable(() => this.repository.find(projectId, id, parts));
    if (row === undefined) throw new ResponseNotFoundError(id);
    return row;
  }

  private findHeld(projectId: string, names: readonly string[]) {
    const capBytes = KEPT_CONTEXT_CAP_BYTES;
    return this.findContext(projectId, { newest: undefined, names, capBytes, capTurns: 0 }, NO_RECENT);
  }

  private findContext(
    projectId: string,
    asked: Omit<ContextQuery, 'known'>,
    known: RecentRun,
  ): Promise<ContextRow[]> {
    return orUnavailable(() => this.repository.findContext(projectId, { ...asked, known }));
  }

  /** With the turns that need not be read again. */
  private async findChain(
    projectId: string,
    asked: Omit<ContextQuery, 'known'>,
  ): Promise<{ readonly rows: readonly ContextRow[]; readonly recent: RecentRun }> {
    const recent = this.runTo(projectId, asked.newest);
    const rows = await this.findContext(projectId, asked, recent);
    const newest = rows.find(({ turn }) => turn === 1);
    if (newest !== undefined) this.notePlace(projectId, newest.id, newest);
    // A run is told by its places in the chain. Should another response stand in one of them, all is read.
    if (rows.every(({ turn, id }) => turn < recent.first || turn > recent.last || recent.turns.has(id)))
      return { rows, recent };
    return { rows: await this.findContext(projectId, asked, NO_RECENT), recent: NO_RECENT };
  }

  private runTo(projectId: string, newest: string | undefined): RecentRun {
    if (newest === undefined) return NO_RECENT;
    return this.recent.runTo(projectId, newest, this.places.get(keyOf(projectId, newest))?.previousId);
  }

  private notePlace(projectId: string, id: string, { day, previousId }: Place): void {
    this.places.set(keyOf(projectId, id), { day, previousId });
  }

  private partsOf(projectId: string): SealedParts {
    return new SealedParts(this.secrets.secretsKey, projectId);
  }
}

function keyOf(projectId: string, id: string): string {
  return `${projectId} ${id}`;
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
