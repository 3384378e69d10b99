import type { SealedColumn } from '../database/sealed-column.js';
import { SealedUnreadableError } from '../lib/sealed-unreadable.error.js';
import { sealBytes, openBytes, type SealingKeys, type SecretBoxKey } from '../lib/secret-box.js';
import type { Steps } from '../lib/steps.js';
import type { CapturedContent } from './content-capture.js';
import { keptTextInSteps } from './kept-text.js';

/** Contents of one call as the database has them. */
export interface ContentRow {
  readonly projectId: string;
  readonly callId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Sealed, each for its project, call and part only. */
  readonly request: Buffer;
  readonly response: Buffer;
  /** As they were sent. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly requestCut: boolean;
  readonly responseCut: boolean;
}

export interface CallOfContent {
  readonly projectId: string;
  readonly callId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly maxBytes: number;
}

/** Masks, cuts and seals. */
export function* contentRowInSteps(
  { request, response }: CapturedContent,
  { maxBytes, ...call }: CallOfContent,
  secretsKey: SealingKeys,
): Steps<ContentRow> {
  const asked = yield* keptTextInSteps(request.window, { maxBytes, isWhole: request.isWhole });
  const answered = yield* keptTextInSteps(response.window, { maxBytes, isWhole: response.isWhole });
  return {
    ...call,
    request: yield* sealBytes(asked.pieces, boxOf(call, 'request', secretsKey)),
    response: yield* sealBytes(answered.pieces, boxOf(call, 'response', secretsKey)),
    requestBytes: request.bytes,
    responseBytes: response.bytes,
    requestCut: asked.isCut,
    responseCut: answered.isCut,
  };
}

/** What is kept of the call was sealed with another `SECRETS_KEY`, or changed. */
export class ContentUnreadableError extends SealedUnreadableError {
  constructor(callId: string, cause: unknown) {
    super(
      {
        code: 'call_content_unreadable',
        message: `What is kept of the call ${callId} cannot be read any more: it was encrypted with another key. The operator can put that key into \`SECRETS_KEY_OLD\`.`,
      },
      cause,
    );
  }
}

/** @throws ContentUnreadableError (500), for a row of another call too */
export function* openPart(
  row: Pick<ContentRow, 'projectId' | 'callId' | 'request' | 'response'>,
  part: 'request' | 'response',
  secretsKey: SealingKeys,
): Steps<string> {
  try {
    return (yield* openBytes(row[part], boxOf(row, part, secretsKey))).toString('utf8');
  } catch (cause) {
    throw new ContentUnreadableError(row.callId, cause);
  }
}

function boxOf(
  { projectId, callId }: Pick<ContentRow, 'projectId' | 'callId'>,
  part: string,
  key: SealingKeys,
): SecretBoxKey {
  return { key, owner: ownerOf(projectId, callId, part) };
}

function ownerOf(projectId: string, callId: string, part: string): string {
  return `${projectId}:${callId}:${part}`;
}

/** What was asked: both parts of a row were sealed with one key. */
export const SEALED_CONTENTS: SealedColumn = {
  table: 'call_contents',
  ids: ['project_id', 'call_id'],
  column: 'request',
  ownerOf: ([projectId = '', callId = '']) => ownerOf(projectId, callId, 'request'),
};
