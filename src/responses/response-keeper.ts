import type { Caller } from '../auth/caller.js';
import { concatInSteps } from '../lib/concat-in-steps.js';
import { release, retain } from '../lib/large-memory.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import type { MadeResponse } from '../wire/responses/answer/response-echo.js';
import { inputAsItems } from './store/items/input-as-items.js';
import type { ResponseStore } from './store/response-store.service.js';
import { unhurried } from './unhurried.js';

export interface KeeperInputs {
  readonly store: ResponseStore;
  readonly caller: Caller;
  readonly own: TopLevelMembers;
  readonly previousId: string | undefined;
}

/** An answer that may be kept. */
export interface KeepableResponse {
  readonly id: string;
  readonly model: string;
  readonly createdAt: Date;
  readonly callId: string;
  readonly made: MadeResponse;
}

/** Keeps what one call was asked and answered, so that the caller can come back to it. */
export class ResponseKeeper {
  private kept: { readonly id: string; readonly writing: Promise<void> } | undefined;

  constructor(private readonly inputs: KeeperInputs) {}

  /** Beside the commit of the call. Never rejects: what cannot be kept is logged, and its id is unknown then. */
  keep(response: KeepableResponse): Promise<void> {
    if (response.made.status === 'failed') return Promise.resolve();
    const writing = this.write(response);
    this.kept = { id: response.id, writing };
    return writing;
  }

  /** The caller was never given what was kept. Never rejects: at worst a response stays that nobody knows of. */
  async forget(): Promise<void> {
    const { store, caller } = this.inputs;
    if (this.kept === undefined) return;
    await this.kept.writing;
    await store.remove(caller.projectId, this.kept.id).catch(() => undefined);
  }

  private async write({ id, model, createdAt, callId, made }: KeepableResponse): Promise<void> {
    const { store, caller, own, previousId } = this.inputs;
    // It is written behind the answer when it takes long, and what was made may hold some of it.
    retain(own.bytes);
    await store.keep({
      id,
      projectId: caller.projectId,
      organizationId: caller.organizationId,
      callId,
      previousId,
      model,
      createdAt,
      input: await unhurried(inputAsItems(own), own.bytes),
      response: await unhurried(concatInSteps(made.kept), own.bytes),
      onRead: () => release(own.bytes),
    });
  }
}
