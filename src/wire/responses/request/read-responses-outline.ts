import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { atOnce, type Steps } from '../../../lib/steps.js';
import { readBoolean, readString } from '../../json-bytes/read-member.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { checkFields } from './check-fields.js';
import { checkItem, checkPart } from './check-input-items.js';
import { checkSettings } from './check-settings.js';
import { checkTextFormat } from './check-text-format.js';
import { checkToolList, UnsupportedToolError } from './check-tool-list.js';
import type { SeenItem, SeenPart } from './input-list.js';
import { ReferencesFound } from './references-found.js';
import {
  checkRanges,
  readChosenTools,
  readEffortControl,
  readInclude,
  readOutputLimit,
} from './read-settings.js';
import { findNeeds } from './find-needs.js';
import { beginConversation, endConversation } from './read-responses-view.js';
import type { ResponsesOutline } from './responses-outline.js';
import type { SeenTools } from './tool-list.js';
import { isUncarried } from './tool-types.js';

const OPTIONAL = { nullIs: 'absent' } as const;

/**
 * Reads and checks the body of a Responses request before anything is looked up, sent or billed (contract section 11). Options that
 * change the provider's price are the business of who knows where it runs.
 * @throws InvalidRequestError (400; `unknown_parameter`, `unsupported_parameter`, `unsupported_tool`, `invalid_request`) that names
 * the field, as in `tools[3].type` or `input[2].content[0].image_url`.
 */
export function readResponsesOutline(scan: TopLevelMembers): ResponsesOutline {
  return atOnce(readResponsesOutlineInSteps(scan));
}

/** The same for large bodies, in steps. */
export function* readResponsesOutlineInSteps(scan: TopLevelMembers): Steps<ResponsesOutline> {
  checkFields(scan);
  const previousResponseId = readString(scan, 'previous_response_id', OPTIONAL);
  if (previousResponseId === '')
    throw new InvalidRequestError({
      param: 'previous_response_id',
      message: '`previous_response_id` is empty: send the id of a response, or leave it out.',
    });
  checkInputKind(scan, previousResponseId !== undefined);
  checkRanges(scan);
  const stream = readBoolean(scan, 'stream', OPTIONAL) ?? false;
  checkSettings(scan, { streams: stream });
  checkChosenTools(scan);
  yield* checkTextFormat(scan);
  const references = new ReferencesFound();
  // One walk for all that is asked of the items.
  const conversation = beginConversation(scan);
  const needs = yield* findNeeds(scan, {
    onTools: (tools: SeenTools, place: string) => {
      checkToolList(tools, place);
      conversation.addTools(tools);
    },
    onItem: (bytes: Buffer, item: SeenItem, type: string | undefined) => {
      checkItem(bytes, item, type);
      references.add(bytes, item, type);
      conversation.addItem(bytes, item, type ?? '');
    },
    onPart: (bytes: Buffer, part: SeenPart) => {
      checkPart(bytes, part);
      conversation.onPart(bytes, part);
    },
  });
  const isWhole = previousResponseId === undefined && references.found.length === 0;
  return {
    scan,
    model: readString(scan, 'model', OPTIONAL) ?? '',
    stream,
    maxTokens: readOutputLimit(scan),
    reasoning: readEffortControl(scan),
    store: readBoolean(scan, 'store', OPTIONAL) ?? true,
    previousResponseId,
    references: references.found,
    includesEncryptedReasoning: readInclude(scan),
    needs,
    view: isWhole ? yield* endConversation(scan, conversation) : undefined,
  };
}

function checkInputKind(scan: TopLevelMembers, continues: boolean): void {
  const input = scan.find('input');
  const kind = input?.kind ?? 'null';
  if (kind === 'null') {
    if (continues) return;
    throw new InvalidRequestError({
      param: 'input',
      message: '`input` is missing. Send a text, or an array of items.',
    });
  }
  if (kind !== 'string' && kind !== 'array')
    throw new InvalidRequestError({
      param: 'input',
      message: '`input` must be a string or an array of items.',
    });
  if (kind === 'array' && !continues && input !== undefined && isEmptyList(scan.bytes, input.valueStart))
    throw new InvalidRequestError({
      param: 'input',
      message: '`input` is empty. Send at least one item.',
    });
}

function isEmptyList(bytes: Buffer, start: number): boolean {
  const SPACE = 0x20;
  let position = start + 1;
  while ((bytes[position] ?? 0x5d) <= SPACE) position += 1;
  return bytes[position] === 0x5d;
}

function checkChosenTools(scan: TopLevelMembers): void {
  for (const { field, type } of readChosenTools(scan))
    if (isUncarried(type)) throw new UnsupportedToolError(field, type);
}
