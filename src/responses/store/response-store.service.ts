import { Injectable } from '@nestjs/common';
import type { KeptContext, ResponseToKeep, WantedContext } from './response-to-keep.js';

/** Responses that callers may come back to. */
@Injectable()
export class ResponseStore {
  /**
   * Resolves when the response is kept, or cannot be: a failure is logged, and the id is then unknown. Never rejects. Call it beside
   * the commit of the call and wait for both before the answer ends.
   */
  keep(_response: ResponseToKeep): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Everything that a request refers to, in one query; nothing is asked when it refers to nothing.
   * @throws PreviousResponseNotFoundError (404), ItemNotFoundError (400), KeptContextTooLargeError (413), DatabaseUnavailableError (503)
   */
  resolve(_projectId: string, _wanted: WantedContext): Promise<KeptContext> {
    return Promise.resolve({ chain: [], items: new Map() });
  }
}
