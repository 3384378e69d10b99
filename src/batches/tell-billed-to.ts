import type { FastifyReply } from 'fastify';
import { pendingHeaders } from '../http/pending-headers.js';
import type { BatchView } from './batch-book.service.js';
import { isOnOwnKey } from './own-key-portions.js';

/** The answer says so where all of a batch is on the project's own keys, and nothing of it is billed here. */
export function tellBilledTo(reply: FastifyReply, { portions }: BatchView, headerPrefix: string): void {
  if (portions.length > 0 && portions.every(isOnOwnKey))
    pendingHeaders(reply)[`${headerPrefix}billed-to`] = 'own-key';
}
