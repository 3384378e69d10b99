import type { FastifyRequest } from 'fastify';
import { noteRequestedModel } from '../error-answers/requested-model.js';
import { readString } from '../wire/json-bytes/read-member.js';
import { LARGE_DOCUMENT_BYTES, scanTopLevel } from '../wire/json-bytes/scan-top-level.js';

/**
 * Reads a body. One that is refused has its model noted all the same: whoever looks for the refusal knows his calls by it.
 * @throws what `read` throws, or rejects with it
 */
export function readNotingModel<Read>(request: FastifyRequest, body: Buffer, read: () => Read): Read {
  const refuse = (error: unknown): never => {
    noteModelOf(request, body);
    throw error;
  };
  try {
    const reading = read();
    return reading instanceof Promise ? (reading.catch(refuse) as Read) : reading;
  } catch (error) {
    return refuse(error);
  }
}

/** Nobody waits for a large body to be scanned again. */
function noteModelOf(request: FastifyRequest, body: Buffer): void {
  if (body.length >= LARGE_DOCUMENT_BYTES) return;
  try {
    noteRequestedModel(request, readString(scanTopLevel(body), 'model') ?? '');
  } catch {
    // What is no JSON, or names no text, has no model to tell.
  }
}
